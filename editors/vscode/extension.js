// Starts `linkwork lsp` for .mech files.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("linkwork").get("path") || "linkwork";
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("linkwork", "Linkwork", server, { documentSelector: [{ language: "mech" }] });
  return client.start();
};

exports.deactivate = () => client && client.stop();
