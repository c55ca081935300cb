import exudyn as exu
from exudyn.utilities import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
bar = RigidBodyInertia(mass=1, inertiaTensor=np.diag([1e-4, 1 / 12, 1 / 12]))
g = [0, -9.81, 0]
upper = mbs.CreateRigidBody(inertia=bar, referencePosition=[0.5, 0, 0], gravity=g)
lower = mbs.CreateRigidBody(inertia=bar, referencePosition=[1.5, 0, 0], gravity=g)
mbs.CreateRevoluteJoint(itemNumbers=[ground, upper], position=[0, 0, 0], axis=[0, 0, 1], useGlobalFrame=True)
mbs.CreateRevoluteJoint(itemNumbers=[upper, lower], position=[1, 0, 0], axis=[0, 0, 1], useGlobalFrame=True)
mbs.CreateTorsionalSpringDamper(itemNumbers=[upper, lower], position=[1, 0, 0], axis=[0, 0, 1],
                                stiffness=0, damping=0.1, useGlobalFrame=True)
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 10000
settings.timeIntegration.endTime = 1
settings.solution.file.write = False
mbs.SolveDynamic(settings)
print(mbs.GetObjectOutputBody(lower, exu.OutputVariableType.Position, [0.5, 0, 0]))
