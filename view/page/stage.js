// Camera, light, ground and the views.

const TONES = ['#4f7cac', '#7a9e7e', '#b08968', '#8d7bae', '#5d9aa5', '#a8757e', '#8a9250', '#6b7a90'];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

class Stage {
  constructor(canvas, scene) {
    this.size = scene.size;
    this.planar = scene.planar;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.world = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(24, 1, this.size / 100, this.size * 2000);
    this.camera.up.set(0, this.planar ? 1 : 0, this.planar ? 0 : 1);
    this.world.add(new THREE.HemisphereLight(0xffffff, 0x9aa3ad, 1.7));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6);
    this.camera.add(sun);
    sun.position.set(-0.6, 1, 0.8);
    this.world.add(this.camera);
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.ask());
    this.asked = false;
    this.draw = () => {};
    this.labels = [];
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.theme());
    this.theme();
  }

  theme() {
    this.world.background = new THREE.Color(colour('ground'));
    if (this.grid) this.world.remove(this.grid);
    // A square is the power of ten next to a fifth of the mechanism.
    const square = 10 ** Math.round(Math.log10(this.size / 5));
    this.grid = new THREE.GridHelper(square * 40, 40, colour('grid-strong'), colour('grid'));
    if (this.planar) this.grid.position.z = -this.size * 0.12;
    this.grid.rotation.x = Math.PI / 2;
    this.world.add(this.grid);
    this.ask();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement.parentElement;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  // Draws once, with the next picture of the browser.
  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
      this.renderer.render(this.world, this.camera);
      this.labels.forEach((place) => place());
    });
  }

  // A name beside something, as long as its layer is shown.
  label(name, of, layer) {
    const made = element('span', name);
    byId('labels').append(made);
    this.labels.push(() => {
      const { x, y, z } = of.position.clone().project(this.camera);
      made.hidden = !layer.visible || z > 1;
      const { clientWidth: width, clientHeight: height } = this.renderer.domElement.parentElement;
      made.style.transform = `translate(${(x + 1) / 2 * width + 6}px, ${(1 - y) / 2 * height - 18}px)`;
    });
  }

  // Looks at a box from a direction: one of the standard ones, or where the camera is.
  look(box, view = null) {
    const directions = this.planar
      ? { x: [1, 0, 0], y: [0, 1, 1e-4], z: [0, 0, 1], iso: [0.55, 0.4, 1] }
      : { x: [1, 0, 0], y: [0, -1, 0], z: [0, -1e-4, 1], iso: [1, -1.25, 0.75] };
    const center = box.getCenter(new THREE.Vector3());
    const direction = view
      ? new THREE.Vector3(...directions[view])
      : this.camera.position.clone().sub(this.controls.target);
    direction.normalize();
    const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, this.size / 4);
    const half = Math.tan(this.camera.fov * Math.PI / 360) * Math.min(1, this.camera.aspect);
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction, radius / half);
    this.controls.update();
    this.ask();
  }

  // Moves with a body.
  shift(by) {
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }
}
