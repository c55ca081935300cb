//! A damped forced oscillator at the level of matrices.

linkwork::mechanism! {
    /// Damped oscillator under a slow harmonic force, given by its matrices and without units: x″ +
    /// damping x′ + x = sin(0.01 t).
    pub mechanism Oscillator {
        param damping = 0.1;
        coordinate x;
        mass_matrix = [[1]];
        force = [-x - damping * der(x) + sin(0.01 * time)];
        initial { x: 0, der(x): 1 }
    }
}
