// Called by `run`: the folder of the pages, that of the pictures, and `page=body,body` each.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [work, here, ...cases] = process.argv.slice(2);
const require = createRequire(resolve(work, 'node_modules/'));
const { default: puppeteer } = await import(pathToFileURL(require.resolve('puppeteer-core')).href);

// By the size of the mechanism, and of entries of rotation matrices: keyframes are quantised to 1e-6, what is between them is
// that of a polynomial of degree seven.
const POSES = 1e-5;
// Edges differ with the version of the browser.
const LEVELS = 40, PIXELS = 0.02;

const failures = [];
const check = (sound, what) => {
  console.log(`${sound ? 'ok  ' : 'FAIL'} ${what}`);
  if (!sound) failures.push(what);
};

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars'],
});

function table(path) {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split(/\r\n/);
  // Names with commas are quoted; those of this test have none.
  const names = header.split(',').map((name) => name.replace(/ \[.*$/, '').replaceAll('"', ''));
  return lines.map((line) => Object.fromEntries(line.split(',').map((x, k) => [names[k], Number(x)])));
}

// The share of pixels that differ.
async function difference(one, other) {
  const page = await browser.newPage();
  const share = await page.evaluate(async (images, levels) => {
    const [a, b] = await Promise.all(images.map(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    }));
    if (a.length !== b.length) return 1;
    let count = 0;
    for (let k = 0; k < a.length; k += 4) {
      if ([0, 1, 2].some((j) => Math.abs(a[k + j] - b[k + j]) > levels)) count += 1;
    }
    return count / (a.length / 4);
  }, [one, other].map((bytes) => Buffer.from(bytes).toString('base64')), LEVELS);
  await page.close();
  return share;
}

for (const one of cases) {
  const [name, list] = one.split('=');
  const bodies = list.split(',');
  const page = await browser.newPage();
  await page.setViewport({ width: 760, height: 420 });
  const errors = [], requests = [];
  page.on('console', (message) => { if (['error', 'warn'].includes(message.type())) errors.push(message.text()); });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(resolve(work, `${name}.html`)).href);
  await page.waitForSelector('html[data-ready=true]', { timeout: 60000 });

  const rows = table(resolve(work, `${name}.csv`));
  const times = rows.map((row) => row.time);
  const { poses, size } = await page.evaluate((bodies, times) => ({
    poses: bodies.map((body) => times.map((t) => window.linkwork.pose(body, t))),
    size: window.linkwork.size,
  }), bodies, times);
  const far = [0, 0];
  rows.forEach((row, k) => bodies.forEach((_, body) => {
    const { position, rotation } = poses[body][k];
    position.forEach((x, i) => {
      const wanted = row[`place_${body}[${i}]`];
      if (wanted !== undefined) far[0] = Math.max(far[0], Math.abs(x - wanted) / size);
      rotation[i].forEach((entry, j) => {
        const wanted = row[`axes_${body}[${i}][${j}]`];
        if (wanted !== undefined) far[1] = Math.max(far[1], Math.abs(entry - wanted));
      });
    });
  }));
  const compared = Object.keys(rows[0]).filter((column) => /^(place|axes)_/.test(column)).length;
  check(compared >= 6 * bodies.length && rows.length > 100, `${name}: ${rows.length} times of ${bodies.length} bodies, ${compared} numbers each`);
  check(far[0] < POSES && far[1] < POSES, `${name}: places differ by ${far[0].toExponential(1)} of its size, rotations by ${far[1].toExponential(1)}`);

  // Time: by keys, by play, by a click into a plot.
  const asked = async (what) => page.evaluate(what);
  await page.keyboard.press('End');
  check(await asked('linkwork.time === linkwork.times.at(-1)'), `${name}: the key End`);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  check(await asked('linkwork.time === linkwork.times[1]'), `${name}: the key right`);
  await page.keyboard.press(' ');
  await new Promise((done) => setTimeout(done, 700));
  await page.keyboard.press(' ');
  const played = await asked('linkwork.time');
  check(played > 0.1 && !(await asked('linkwork.playing')), `${name}: played to ${played.toFixed(2)} s`);
  const plot = await page.$('figure canvas');
  const { x, y, width, height } = await plot.boundingBox();
  await page.mouse.click(x + width - 1, y + height / 2);
  check(await asked('linkwork.time > 0.98 * linkwork.times.at(-1)'), `${name}: a click into a plot`);
  for (const layer of ['axes', 'springs', 'frames', 'traces', 'reactions']) await asked(`linkwork.toggle('${layer}', true)`);
  for (const view of ['x', 'y', 'z', 'iso', 'fit']) await asked(`linkwork.view('${view}')`);
  await asked(`linkwork.follow(${JSON.stringify(bodies[0])})`);

  for (const scheme of one === cases[0] ? ['light', 'dark'] : ['light']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.reload();
    await page.waitForSelector('html[data-ready=true]');
    await asked(`linkwork.show(0.6)`);
    await new Promise((done) => setTimeout(done, 600));
    const picture = await page.screenshot();
    const path = resolve(here, `${name}-${scheme}.png`);
    writeFileSync(resolve(work, `${name}-${scheme}.png`), picture);
    if (process.env.BLESS) writeFileSync(path, picture);
    if (!existsSync(path)) {
      check(false, `${name}: no picture ${path}: BLESS=1 writes it`);
      continue;
    }
    const share = await difference(picture, readFileSync(path));
    check(share < PIXELS, `${name}: ${scheme}, ${(100 * share).toFixed(2)} % of the pixels differ`);
  }
  check(errors.length === 0, `${name}: errors of the console: ${errors.join('; ') || 'none'}`);
  const others = requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'));
  const files = new Set(requests.filter((url) => url.startsWith('file:')));
  check(others.length === 0 && files.size === 1, `${name}: requests beside the page: ${others.join(' ') || 'none'}`);
  await page.close();
}
await browser.close();
if (failures.length) {
  console.error(`${failures.length} failed`);
  process.exit(1);
}
