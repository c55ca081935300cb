// Facts beside the picture, with the values of coordinates and outputs.

class Panel {
  constructor(scene, motion, toggle) {
    this.rows = new Map();
    const panel = byId('panel');
    const say = (text, className = 'note') => panel.append(element('p', text, className));
    const { panel: facts } = scene;
    // Without bodies the first note is in the place of the picture.
    scene.notes.slice(scene.bodies.length ? 0 : 1).forEach((note) => say(note));
    if (facts.docs) say(facts.docs);
    const table = (title, rows) => {
      if (!rows.length) return;
      const body = element('table');
      rows.forEach((row) => body.append(row));
      panel.append(element('h2', title), body);
    };
    const row = (name, value, className = '') => {
      const made = element('tr', '', className);
      made.append(element('td', name), element('td', value));
      return made;
    };
    const counts = [
      [scene.bodies.length, 'bodies'], [scene.joints.length, 'joints'], [facts.coordinates.length, 'coordinates'],
      [facts.constraints.length, 'constraints'],
    ].filter(([count]) => count > 0);
    // A driven mechanism has none.
    counts.push([facts.freedoms, 'degrees of freedom']);
    table('Mechanism', counts.map(([count, what]) => row(what, count)));
    const values = (kind) => motion.columns.filter((column) => column.kind === kind).map((column) => {
      const made = row(column.name, '', 'of-plot');
      made.title = 'click: plot';
      made.addEventListener('click', () => made.classList.toggle('plotted', toggle(column)));
      this.rows.set(column, made);
      return made;
    });
    table('Outputs', values('output'));
    table('Coordinates', values('coordinate'));
    const redundant = scene.joints.filter((joint) => joint.redundant).map((joint) => row(joint.name, '', 'redundant'));
    table('Joints with redundant constraints', redundant);
    table('Constraints', facts.constraints.map((one) => row(one.name, one.unit)));
  }

  show(instant) {
    for (const [column, row] of this.rows) {
      row.lastChild.textContent = `${number(valueAt(column, instant))} ${column.unit}`.trim();
    }
  }
}
