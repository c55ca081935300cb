// The parts of the page: compressed text → bytes.
'use strict';

const byId = (id) => document.getElementById(id);

async function unpacked(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const text = (bytes) => new TextDecoder().decode(bytes);

// three.js is a script that defines THREE.
async function loadThree() {
  const script = document.createElement('script');
  script.textContent = text(await unpacked('packed-three'));
  document.head.append(script);
}

// An element with text in it: names of the description are never markup.
function element(tag, content = '', className = '') {
  const made = document.createElement(tag);
  made.textContent = content;
  if (className) made.className = className;
  return made;
}
