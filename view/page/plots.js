// Quantities over time, with a cursor at the time that is shown.

const SIGNIFICANT = 5;
// Of the numbers beside a plot there are fewer, in so many pixels or more, with so many beside them.
const COARSE = 3, GUTTER = 52, MARGIN = 9;
// Numbers below and from these on have an exponent.
const SMALL = 1e-3, LARGE = 1e5;

function number(x, digits = SIGNIFICANT) {
  const rounded = Number(x.toPrecision(digits)), size = Math.abs(rounded);
  const plain = size === 0 || size >= SMALL && size < LARGE || !Number.isFinite(size);
  return (plain ? String(rounded) : rounded.toExponential().replace('+', '')).replaceAll('-', '−');
}

class Plot {
  constructor(column, motion, jump) {
    Object.assign(this, { column, motion, gutter: GUTTER });
    this.figure = element('figure');
    const caption = element('figcaption');
    this.reading = element('span');
    caption.append(element('span', column.name), this.reading);
    this.canvas = element('canvas');
    this.pen = this.canvas.getContext('2d', { willReadFrequently: true });
    this.figure.append(caption, this.canvas);
    const at = (event) => {
      const { left, width } = this.canvas.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX - left - this.gutter) / (width - this.gutter)));
      jump(motion.start + share * (motion.end - motion.start));
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      at(event);
    });
    this.canvas.addEventListener('pointermove', (event) => { if (event.buttons) at(event); });
    const finite = column.values.filter(Number.isFinite);
    this.least = finite.reduce((a, b) => Math.min(a, b), Infinity);
    this.most = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!(this.most > this.least)) {
      const room = Math.abs(this.most) || 1;
      [this.least, this.most] = finite.length ? [this.least - room, this.most + room] : [-1, 1];
    }
  }

  // The curve, as often as its size or the colours change.
  draw() {
    const { canvas, motion, column, least, most } = this;
    const scale = window.devicePixelRatio || 1;
    const width = canvas.width = Math.max(1, Math.round(canvas.clientWidth * scale));
    const height = canvas.height = Math.max(1, Math.round(canvas.clientHeight * scale));
    const { pen } = this;
    const room = 3 * scale;
    const span = motion.end - motion.start || 1;
    // What the curve lies between is written beside it.
    pen.font = `${10 * scale}px system-ui, sans-serif`;
    const [above, below] = [number(most, COARSE), number(least, COARSE)];
    const widest = Math.max(...[above, below].map((label) => pen.measureText(label).width)) / scale;
    this.gutter = Math.max(GUTTER, Math.ceil(widest) + MARGIN);
    const left = this.gutter * scale;
    const x = (t) => left + (t - motion.start) / span * (width - left - 1);
    const y = (v) => height - room - (v - least) / (most - least) * (height - 2 * room);
    pen.strokeStyle = colour('edge');
    pen.strokeRect(left + 0.5, 0.5, width - left - 1, height - 1);
    if (least < 0 && most > 0) pen.strokeRect(left, Math.round(y(0)) + 0.5, width - left, 0);
    pen.strokeStyle = TONES[0];
    pen.lineWidth = 1.4 * scale;
    pen.lineJoin = 'round';
    pen.beginPath();
    let broken = true;
    column.values.forEach((value, k) => {
      if (Number.isFinite(value)) pen[broken ? 'moveTo' : 'lineTo'](x(motion.times[k]), y(value));
      broken = !Number.isFinite(value);
    });
    pen.stroke();
    pen.fillStyle = colour('quiet');
    pen.textAlign = 'right';
    pen.fillText(above, left - 5 * scale, 10 * scale);
    pen.fillText(below, left - 5 * scale, height - 2 * scale);
    this.picture = pen.getImageData(0, 0, width, height);
  }

  show(t, instant) {
    const { canvas, motion, column } = this;
    if (!this.picture || Math.abs(canvas.width - canvas.clientWidth * (window.devicePixelRatio || 1)) > 1) this.draw();
    const { pen } = this;
    pen.putImageData(this.picture, 0, 0);
    const share = (t - motion.start) / (motion.end - motion.start || 1);
    pen.fillStyle = colour('accent');
    const left = this.gutter * (window.devicePixelRatio || 1);
    pen.fillRect(Math.round(left + share * (canvas.width - left - 2)), 0, 2, canvas.height);
    this.reading.textContent = `${number(valueAt(column, instant))} ${column.unit}`.trim();
  }
}
