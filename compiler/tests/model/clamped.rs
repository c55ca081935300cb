//! A coordinate that a constraint fixes: the plan removes its row and column from M, and the multiplier with them.
//!
//! ```text
//! [ M_ff  M_fc  0 ] [ a_f ]   [ f_f ]        a_c = γ,   M_ff a_f = f_f − M_fc γ                (1)
//! [ M_cf  M_cc  1 ] [ a_c ] = [ f_c ]        λ = f_c − M_cf a_f − M_cc γ                       (2)
//! [ 0     1     0 ] [ λ   ]   [ γ   ]
//! ```

use linkwork_compiler::plan::Program;
use linkwork_compiler::{Options, compile};

/// The coordinate that is fixed.
const FIXED: usize = 2;

/// Masses in a row, with a kinetic energy Σ c_ij(x) v_i v_j over the pairs that `coupled` accepts.
struct Row {
    masses: usize,
    coupled: fn(usize, usize) -> bool,
    /// Whether M depends on x.
    moving: bool,
}

impl Row {
    /// Entries of the row of M that is removed.
    fn width(&self) -> usize {
        (0..self.masses).filter(|&j| (self.coupled)(FIXED, j)).count()
    }

    /// With all coordinates and this right-hand side of `x[FIXED] = …`, or without the coordinate.
    fn program(&self, fixed_at: Option<&str>) -> Program {
        let is_fixed = |i: usize| fixed_at.is_none() && i == FIXED;
        let mut text = "mechanism Masses { param mass = 2 [kg]; ".to_owned();
        for i in 0..self.masses {
            text += &match is_fixed(i) {
                false => format!("coordinate x[{i}] [m] = 0.1 [m] * {i}; potential = 3 [N/m] * x[{i}]^2; "),
                true => format!("let x[{i}] = 0.3 [m]; "),
            };
        }
        let pairs = (0..self.masses).flat_map(|i| (0..=i).map(move |j| (i, j)));
        for (i, j) in pairs.filter(|&(i, j)| (self.coupled)(i, j) && !is_fixed(i) && !is_fixed(j)) {
            let part = if i == j { "mass".to_owned() } else { format!("mass / {}", self.masses) };
            let shape = if self.moving { format!("cos((x[{i}] - x[{j}]) / 1 [m])") } else { "1".to_owned() };
            text += &format!("kinetic = {part} * {shape} * der(x[{i}]) * der(x[{j}]); ");
        }
        text += &fixed_at.map(|at| format!("constraint clamp: x[{FIXED}] = {at}; ")).unwrap_or_default();
        text += "}";
        let mut compiled = compile(text.parse().expect("tokens"), &Options::default());
        let mistakes: Vec<String> = compiled.diagnostics.iter().map(|found| found.text()).collect();
        assert!(mistakes.is_empty(), "{text}\n{mistakes:#?}");
        compiled.programs.remove(0)
    }
}

fn neighbours(i: usize, j: usize) -> bool {
    i.abs_diff(j) <= 1
}

fn all(_: usize, _: usize) -> bool {
    true
}

#[test]
fn rows_and_columns_of_fixed_coordinates_are_removed() {
    for masses in [4, 7] {
        for (coupled, moving) in [(neighbours as fn(_, _) -> _, false), (neighbours, true), (all, true)] {
            let row = Row { masses, coupled, moving };
            let reduced = row.program(None);
            for at in ["0.3 [m]", "0.2 [m] + 0.1 [m] * sin(3 [rad/s] * time)"] {
                let program = row.program(Some(at));
                let (saddle, plain) = (&program.saddle, &reduced.saddle);
                let multiplier = masses;
                let mut pair = saddle.order[..2].to_vec();
                pair.sort_unstable();
                assert_eq!(pair, [(FIXED, multiplier), (multiplier, FIXED)], "{:?}", saddle.order);
                // The rest is M_ff, with pivots on its diagonal; their order may differ from that of LDLᵀ and save a division.
                assert!(saddle.order[2..].iter().all(|&(i, j)| i == j), "{:?}", saddle.order);
                let (found, without) =
                    (saddle.factor.operations().total(), plain.factor.operations().total());
                assert!(found <= without, "{masses} masses, {at}: {found} instead of {without}");
                // M_fc γ and M_cf a_f + M_cc γ, a product and a difference each.
                let of_reaction = 2 * (2 * row.width() - 1);
                let (found, without) = (saddle.solve.operations().total(), plain.solve.operations().total());
                assert!(found <= without + of_reaction, "{found} instead of {without} + {of_reaction}");
            }
        }
    }
}
