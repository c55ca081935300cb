(doc_comment) @comment.documentation
(line_comment) @comment
(block_comment) @comment
(number) @number
(mechanism name: (identifier) @type)
(declaration keyword: _ @keyword)
(assignment keyword: _ @keyword)
(body keyword: _ @keyword)
(constraint keyword: _ @keyword)
(initial keyword: _ @keyword)
(rate keyword: _ @keyword)
(repetition keyword: _ @keyword)
(function keyword: _ @keyword)
(statement keyword: _ @keyword)
(property name: (identifier) @property)
(call function: (identifier) @function)
(member (name (identifier) @property))
(quantity unit: (brackets) @type.builtin)
((call function: (identifier) @constructor) (#any-of? @constructor "box" "bushing" "constant_velocity" "contact" "cylinder" "cylindrical" "disk" "fixed" "force" "free" "friction" "gear" "generalized" "planar" "point_on_line" "point_on_plane" "prismatic" "rack_pinion" "revolute" "rod" "rolling" "screw" "sphere" "spherical" "spring" "tabulated_spring" "torque" "torsion_spring" "universal"))
((call function: (identifier) @function.builtin) (#any-of? @function.builtin "abs" "acos" "asin" "atan" "atan2" "axis_angle" "cos" "cosh" "cross" "der" "diagonal" "dot" "exp" "floor" "hypot" "if" "ln" "max" "min" "mod" "multiplier" "norm" "pow" "rpy" "sign" "sin" "sinh" "sqrt" "tan" "tanh"))
((property name: (identifier) @property.builtin) (#any-of? @property.builtin "allow" "along" "axes" "axis" "center" "coefficient" "com" "cut" "damping" "density" "dissipation" "elongations" "exponent" "friction" "inertia" "inertia_about" "lead" "length" "limit" "limits" "mass" "normal" "offset" "pitch" "radius" "ratio" "reaction" "reduction" "rest" "rotation" "rotor_inertia" "shape" "shared" "size" "static" "stiffness" "stops" "tension" "tensions" "thickness" "torque" "torsional_damping" "torsional_stiffness" "velocity"))
((name (identifier) @constant.builtin) (#any-of? @constant.builtin "false" "ground" "pi" "time" "true"))
["mechanism" "pub" "in" "plane" "space" "at"] @keyword
["=" "+" "-" "*" "/" "^" "<" "<=" ">" ">=" "==" "!=" "&&" "||" "!" "~" ".." "..=" "->"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
