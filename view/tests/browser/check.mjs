// Called by `run`: the folder of the pages, that of the pictures, and `page=body,body` each.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bounce, ranges, smooth, stage, written } from './between.mjs';

const [work, here, ...cases] = process.argv.slice(2);
const require = createRequire(resolve(work, 'node_modules/'));
const { default: puppeteer } = await import(pathToFileURL(require.resolve('puppeteer-core')).href);

// By the size of the mechanism, and of entries of rotation matrices: keyframes are quantised to 1e-6, what is between them is
// that of a polynomial of degree seven.
const POSES = 1e-5;
// Accelerations of the ball of the yard, and forces on it, have kinks where it lands. A polynomial goes through them between two
// keyframes of the page, and between two steps of the table, so that neither is the motion there; the other ball has a jump of its velocity.
const KINK = 1e-2, LANDING = { yard: ['ball'], bounce: ['ball'] };
// Pages whose numbers are looked at, and not their pictures.
const UNPICTURED = ['bounce', 'stage'];
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
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars'],
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

// Arrows and axes of the yard are its outputs, in the axes of the ground.
async function acting(page, rows) {
  let far = 0, axes = 0, count = 0;
  for (const row of rows.filter((_, k) => k % 10 === 3)) {
    const { arrows, axis, tip } = await page.evaluate((t) => {
      window.linkwork.show(t);
      return { arrows: window.linkwork.arrows(), axis: window.linkwork.axis('cross', 1), tip: window.linkwork.pose('bob', t) };
    }, row.time);
    const of = (name) => arrows.find((one) => one.name === name);
    for (const [arrow, output] of [['rope.force', 'rope_force'], ['wind.force', 'wind_force']]) {
      of(arrow).vector.forEach((x, k) => { far = Math.max(far, Math.abs(x - row[`${output}[${k}]`])); count += 1; });
    }
    const { vector, unit } = of('motor.torque');
    far = Math.max(far, Math.abs(vector[0] - row.motor_torque), Math.abs(vector[1]), Math.abs(vector[2]));
    if (unit !== 'N·m') far = Infinity;
    axis.forEach((x, k) => { axes = Math.max(axes, Math.abs(x - row[`second_axis[${k}]`])); });
    // The wind blows at the tip, half a metre down the bob.
    of('wind.force').at.forEach((x, k) => { axes = Math.max(axes, Math.abs(x - tip.position[k] + 0.5 * tip.rotation[k][2])); });
  }
  check(count > 60 && far < KINK, `yard: ${count} numbers of arrows differ by ${far.toExponential(1)} N`);
  check(axes < POSES, `yard: the second axis of the universal joint and the tip differ by ${axes.toExponential(1)}`);
}

for (const one of cases) {
  const [name, list] = one.split('=');
  const bodies = list.split(',').filter(Boolean);
  const page = await browser.newPage();
  await page.setViewport({ width: 760, height: 420 });
  const errors = [], requests = [];
  page.on('console', (message) => { if (['error', 'warn'].includes(message.type())) errors.push(message.text()); });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(resolve(work, `${name}.html`)).href);
  await page.waitForSelector('html[data-ready=true]', { timeout: 60000 });

  const still = name === 'still';
  const csv = resolve(work, `${name}.csv`);
  if (list) {
    const rows = table(csv);
    const times = rows.map((row) => row.time);
    const { poses, size } = await page.evaluate((bodies, times) => ({
      poses: bodies.map((body) => times.map((t) => window.linkwork.pose(body, t))),
      size: window.linkwork.size,
    }), bodies, times);
    const far = [0, 0], landing = [0, 0];
    rows.forEach((row, k) => bodies.forEach((called, body) => {
      const largest = (LANDING[name] ?? []).includes(called) ? landing : far;
      const { position, rotation } = poses[body][k];
      position.forEach((x, i) => {
        const wanted = row[`place_${body}[${i}]`];
        if (wanted !== undefined) largest[0] = Math.max(largest[0], Math.abs(x - wanted) / size);
        rotation[i].forEach((entry, j) => {
          const wanted = row[`axes_${body}[${i}][${j}]`];
          if (wanted !== undefined) largest[1] = Math.max(largest[1], Math.abs(entry - wanted));
        });
      });
    }));
    const compared = Object.keys(rows[0]).filter((column) => /^(place|axes)_/.test(column)).length;
    check(compared >= 6 * bodies.length && rows.length > 100, `${name}: ${rows.length} times of ${bodies.length} bodies, ${compared} numbers each`);
    check(far[0] < POSES && far[1] < POSES, `${name}: places differ by ${far[0].toExponential(1)} of its size, rotations by ${far[1].toExponential(1)}`);
    if (LANDING[name]) check(landing[0] < KINK && landing[1] < KINK, `${name}: what lands differs by ${landing[0].toExponential(1)} of its size, rotations by ${landing[1].toExponential(1)}`);
    if (name === 'yard') {
      await acting(page, rows);
      await smooth(page, name, rows, ['motor_torque', 'wind_force[0]', 'wind_force[1]', 'second_axis[2]'], check);
    }
  }

  if (one === cases[0]) await written(page, check);
  if (['yard', 'bounce', 'quadruped'].includes(name)) await ranges(page, name, check);
  if (name === 'bounce') await bounce(page, check);
  if (name === 'stage') await stage(page, check);

  // Time: by keys, by play, by a click into a plot.
  const asked = async (what) => page.evaluate(what);
  // A machine with other work draws later than that: until what was asked for is drawn.
  const wait = async () => {
    await new Promise((done) => setTimeout(done, 250));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  if (!still) {
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
  // The number beside a plot is that of the time that is shown.
  await asked('linkwork.show(linkwork.times[37])');
  await wait();
  const [read, wanted] = await page.evaluate(() => {
    const [caption, reading] = document.querySelectorAll('figcaption span');
    const column = window.linkwork.columns.find(({ name }) => name === caption.textContent);
    return [Number(reading.textContent.split(' ')[0].replaceAll('−', '-')), column.values[37]];
  });
  check(Math.abs(read - wanted) <= 1e-4 * Math.abs(wanted) + 1e-9, `${name}: the plot says ${read} at the cursor, of ${wanted}`);
  }
  for (const layer of ['axes', 'springs', 'contacts', 'frames', 'traces', 'reactions', 'forces']) await asked(`linkwork.toggle('${layer}', true)`);
  const planar = ['slider_crank', 'stage'].includes(name);
  const views = { x: [1, 0, 0], y: planar ? [0, 1, 0] : [0, -1, 0], z: [0, 0, 1] };
  for (const [view, wanted] of Object.entries(views)) {
    await asked(`linkwork.view('${view}')`);
    const [eye, target] = [await asked('linkwork.eye'), await asked('linkwork.target')];
    const along = eye.map((x, k) => x - target[k]);
    const cosine = along.reduce((sum, x, k) => sum + x * wanted[k], 0) / Math.hypot(...along);
    check(cosine > 0.9999, `${name}: the view ${view}`);
  }
  for (const view of ['iso', 'fit']) await asked(`linkwork.view('${view}')`);
  if (list && !planar) {
    // The view goes as far as the body does.
    const body = JSON.stringify(bodies.at(-1));
    const at = async (t) => {
      await asked(`linkwork.show(${t})`);
      await wait();
      return [await asked('linkwork.target'), await asked(`linkwork.com(${body})`)];
    };
    await asked(`linkwork.follow(${body})`);
    const [[a, b], [c, d]] = [await at(0.2), await at(0.5)];
    const apart = Math.max(...a.map((x, k) => Math.abs(c[k] - x - (d[k] - b[k]))));
    const size = await asked('linkwork.size');
    check(apart < 1e-6 * size && Math.hypot(...d.map((x, k) => x - b[k])) > 1e-3 * size, `${name}: the view follows ${body}`);
  }
  const panel = await page.$eval('#panel', (one) => one.textContent);
  check(panel.includes('Joints with redundant constraints') === (name === 'bricard'), `${name}: redundant joints are listed where there are some`);
  if (name === 'robot') check(panel.includes('meshes/tool.dae'), 'robot: the mesh that is not read is told');

  const schemes = one === cases[0] ? ['light', 'dark'] : ['light'];
  for (const scheme of UNPICTURED.includes(name) ? [] : schemes) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.reload();
    await page.waitForSelector('html[data-ready=true]');
    await asked(`linkwork.show(0.6)`);
    // Everything at once, where there is something of everything.
    if (['yard', 'table', 'still'].includes(name)) for (const layer of ['frames', 'reactions', 'forces']) await asked(`linkwork.toggle('${layer}', true)`);
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
