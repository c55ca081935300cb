from sympy import symbols, pi
from sympy.physics.mechanics import *

q1, q2, u1, u2 = dynamicsymbols("q1 q2 u1 u2")
N = ReferenceFrame("N")
A = N.orientnew("A", "Axis", (q1, N.z))
B = A.orientnew("B", "Axis", (q2, A.z))
A.set_ang_vel(N, u1 * N.z)
B.set_ang_vel(A, u2 * A.z)
O = Point("O")
O.set_vel(N, 0)
elbow = O.locatenew("elbow", A.x)
elbow.v2pt_theory(O, N, A)
upper_com = O.locatenew("upper_com", A.x / 2)
upper_com.v2pt_theory(O, N, A)
lower_com = elbow.locatenew("lower_com", B.x / 2)
lower_com.v2pt_theory(elbow, N, B)
g = 9.81
I = 1 / 12
upper = RigidBody("upper", upper_com, A, 1, (inertia(A, 0, I, I), upper_com))
lower = RigidBody("lower", lower_com, B, 1, (inertia(B, 0, I, I), lower_com))
damper = 0.1 * u2
loads = [
    (upper_com, -g * N.y), (lower_com, -g * N.y),
    (A, damper * N.z), (B, -damper * N.z),
]
kane = KanesMethod(N, q_ind=[q1, q2], u_ind=[u1, u2], kd_eqs=[q1.diff() - u1, q2.diff() - u2])
kane.kanes_equations([upper, lower], loads)
M, f = kane.mass_matrix_full, kane.forcing_full
