model Double
  import Modelica.Mechanics.MultiBody;
  inner MultiBody.World world(g = 9.81, n = {0, -1, 0});
  MultiBody.Joints.Revolute shoulder(n = {0, 0, 1}, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  MultiBody.Parts.BodyShape upper(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 1, I_11 = 1e-4, I_22 = 1/12, I_33 = 1/12);
  MultiBody.Joints.Revolute elbow(n = {0, 0, 1}, useAxisFlange = true, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  MultiBody.Parts.BodyShape lower(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 1, I_11 = 1e-4, I_22 = 1/12, I_33 = 1/12);
  Modelica.Mechanics.Rotational.Components.Damper damper(d = 0.1);
equation
  connect(world.frame_b, shoulder.frame_a);
  connect(shoulder.frame_b, upper.frame_a);
  connect(upper.frame_b, elbow.frame_a);
  connect(elbow.frame_b, lower.frame_a);
  connect(damper.flange_a, elbow.support);
  connect(damper.flange_b, elbow.axis);
end Double;
