// What a page says between its keyframes, and how it writes numbers: checks in an open page, by closed forms.

// By the largest value, of outputs without kinks, whose crests are cut off at keyframes; by the size of the mechanism, of what is extrapolated from three keyframes.
const SMOOTH = 2e-4, EXTRAPOLATED = 1e-5;

// No force and no output leaves the range of its values at the keyframes around it.
export async function ranges(page, name, check) {
  const { far, count } = await page.evaluate(() => {
    const { times, columns, value } = window.linkwork;
    let [far, count] = [0, 0];
    for (const { name, kind, values } of columns.filter((column) => column.kind !== 'coordinate')) {
      const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      for (let k = 0; k + 1 < times.length; k++) for (const share of [0.1, 0.5, 0.8]) {
        const at = value(name, times[k] + share * (times[k + 1] - times[k]));
        const [least, most] = [values[k], values[k + 1]].sort((a, b) => a - b);
        // Rounding.
        const beyond = Math.max(at - most, least - at) / (largest || 1);
        if (!(beyond < 1e-12)) far = Math.max(far, beyond);
        count += 1;
      }
    }
    return { far, count };
  });
  check(count > 1000 && far === 0, `${name}: ${count} values of forces and outputs leave their keyframes by ${far.toExponential(1)}`);
}

// Outputs without kinks are those of the run.
export async function smooth(page, name, rows, outputs, check) {
  const times = rows.map((row) => row.time);
  for (const output of outputs) {
    const found = await page.evaluate((output, times) => times.map((t) => window.linkwork.value(output, t)), output, times);
    const largest = Math.max(...rows.map((row) => Math.abs(row[output])));
    const far = Math.max(...rows.map((row, k) => Math.abs(row[output] - found[k]))) / largest;
    check(far < SMOOTH, `${name}: ${output} differs by ${far.toExponential(1)} of its largest value`);
  }
}

// A ball falls until it touches the floor, which is between two keyframes; nothing pushes it while it flies.
export async function bounce(page, check) {
  const { far, push, size, panel } = await page.evaluate(() => {
    const [from, radius, gravity] = [0.5, 0.02, 9.81];
    const touches = Math.sqrt(2 * (from - radius) / gravity);
    let [far, push] = [0, 0];
    for (let k = 0; k < 500; k++) {
      const t = touches * (0.9 + 0.1 * k / 500);
      far = Math.max(far, Math.abs(window.linkwork.pose('ball', t).position[2] - (from - gravity * t * t / 2)));
      window.linkwork.show(t);
      const [{ vector }] = window.linkwork.arrows();
      push = Math.max(push, ...vector.map(Math.abs), Math.abs(window.linkwork.value('push', t)));
    }
    return { far, push, size: window.linkwork.size, panel: document.querySelector('#panel').textContent };
  });
  check(far < EXTRAPOLATED * size, `bounce: the fall differs by ${(far / size).toExponential(1)} of the size until the ball touches the floor`);
  check(push === 0, `bounce: the floor pushes by ${push} N before it is touched`);
  check(/Between keyframes `push` reaches \d+ N \(0 N at keyframes\)/.test(panel), 'bounce: the push between keyframes is told');
}

// A driven mechanism that starts as a point: its size, its freedoms, and the numbers beside plots.
export async function stage(page, check) {
  const { size, panel, clipped } = await page.evaluate(() => {
    const canvases = [...document.querySelectorAll('figure canvas')];
    const edge = (canvas) => canvas.getContext('2d').getImageData(0, 0, 1, canvas.height).data;
    return {
      size: window.linkwork.size,
      panel: document.querySelector('#panel').innerText.replace(/\s+/g, ' '),
      clipped: canvases.filter((canvas) => edge(canvas).some((level) => level > 0)).length,
    };
  });
  check(Math.abs(size / (2 * 1.58e-6) - 1) < 1e-3, `stage: its size is ${size} m`);
  check(panel.includes('degrees of freedom 0'), 'stage: it has no degrees of freedom');
  check(clipped === 0, `stage: numbers beside ${clipped} plots are clipped`);
}

// Numbers, and curves through keyframes that are not those of a run.
export async function written(page, check) {
  const numbers = await page.evaluate(() => [
    number(-1.58e-6), number(-1.6e10, 3), number(123456), number(99999.7), number(-123.456, 3), number(0.001), number(0), number(-Infinity),
  ]);
  check(numbers.join(' ') === '−1.58e−6 −1.6e10 1.2346e5 1e5 −123 0.001 0 −Infinity', `numbers: ${numbers.join(' ')}`);
  const far = await page.evaluate(() => {
    const at = (times, values, moves) => (t) => valueAt({ values, quantum: 0, moves }, new Instant(times, t));
    // A force that jumps: two keyframes at one time.
    const force = at([0, 1, 1, 2], [0, 0, 5, 5], false);
    // A position that jumps and one whose velocity does, at 3.5; a straight line from two keyframes.
    const jump = at([0, 1, 2, 3, 3, 4, 5, 6], [0, 1, 4, 9, 19, 26, 35, 46], true);
    const kink = at([0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 3, 2, 1, 0], true);
    const line = at([0, 1], [2, 3], false);
    const wanted = [
      [force(0.5), 0], [force(1), 5], [force(1.5), 5], [force(-1), 0], [force(3), 5], [jump(2.5), 6.25], [jump(3.5), 22.25],
      [kink(3.4), 3.4], [kink(3.5), 3.5], [kink(3.7), 3.3], [kink(2.5), 2.5], [line(0.25), 2.25],
    ];
    return Math.max(...wanted.map(([found, value]) => Math.abs(found - value)));
  });
  check(far < 1e-12, `curves with jumps differ by ${far.toExponential(1)}`);
}
