// Contacts: the plane below (or above) each sphere, and the point where they touch.

const APART = '#94a3b8', TOUCHING = '#ea580c';
// Radius of the part of the plane that is drawn, and of the point, by the size of the scene.
const PATCH = 0.045, POINT = 0.009;

// How deep a sphere is in its plane, and where they touch: c = p − r n, and on the plane p − (n·(p − o)) n where they are apart.
function touching(drawing, { center, radius, plane, normal }) {
  const at = drawing.world(center), across = drawing.direction(plane.body, normal);
  const height = at.clone().sub(drawing.world(plane)).dot(across);
  const point = at.clone().addScaledVector(across, -radius);
  return { depth: radius - height, point, below: at.clone().addScaledVector(across, -height), across };
}

function contact(drawing, { name, touch }) {
  const { size, moving, layers: { contacts } } = drawing;
  const radius = Math.max(PATCH * size, 1.5 * touch.radius);
  const plate = new THREE.CylinderGeometry(radius, radius, 1e-3 * size, 40).rotateX(Math.PI / 2);
  const material = new THREE.MeshStandardMaterial({ roughness: 0.9, transparent: true, opacity: 0.45, depthWrite: false });
  const patch = new THREE.Mesh(plate, material);
  const point = new THREE.Mesh(new THREE.SphereGeometry(POINT * size, 20, 12), new THREE.MeshStandardMaterial({ color: TOUCHING }));
  let depth = 0;
  const reading = () => (depth > 0 ? `${number(depth * 1000, 3)} mm deep` : `${number(-depth * 1000, 3)} mm apart`);
  for (const mesh of [patch, point]) {
    mesh.userData = { name, reading };
    contacts.add(mesh);
  }
  moving.push(() => {
    const now = touching(drawing, touch);
    depth = now.depth;
    point.visible = depth > 0;
    point.position.copy(now.point);
    material.color.set(depth > 0 ? TOUCHING : APART);
    patch.position.copy(now.below);
    patch.quaternion.setFromUnitVectors(Z(), now.across);
  });
}
