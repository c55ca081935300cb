//! Routines that have nothing to evaluate.

/// Routines of the contract that are zero at all states, or have nothing to evaluate.
#[doc(hidden)]
#[macro_export]
macro_rules! __zero {
    ($($routine:ident),* $(,)?) => { $($crate::__zero!(@ $routine);)* };
    (# $routine:ident($($argument:ty),*), $out:ty, $($part:ident)?) => {
        #[inline]
        fn $routine(&self, $(_: $argument,)* out: &mut $out) {
            out$(.$part)?.fill(T::zero());
        }
    };
    (@ mass_times) => {
        $crate::__zero!(# mass_times(&Self::PositionCache, &Self::Velocity), Self::Velocity,);
    };
    (@ applied_force) => {
        $crate::__zero!(# applied_force(&Self::PositionCache, &Self::Velocity, &Self::States), Self::Velocity,);
    };
    (@ force) => {
        $crate::__zero!(# force(&Self::PositionCache, &Self::Velocity, &Self::States, (&Self::Holonomic, &Self::Nonholonomic)), Self::Velocity,);
    };
    (@ residual) => {
        $crate::__zero!(# residual(&Self::PositionCache, &Self::Velocity, &Self::States, &Self::Velocity, (&Self::Holonomic, &Self::Nonholonomic)), Self::Velocity,);
    };
    (@ reaction_force) => {
        $crate::__zero!(# reaction_force(&Self::PositionCache, &Self::VelocityCache, (&Self::Holonomic, &Self::Nonholonomic)), Self::Velocity,);
    };
    (@ holonomic) => {
        $crate::__zero!(# holonomic(&Self::PositionCache), Self::Holonomic,);
    };
    (@ holonomic_rate) => {
        $crate::__zero!(# holonomic_rate(&Self::PositionCache, &Self::Velocity), Self::Holonomic,);
    };
    (@ nonholonomic) => {
        $crate::__zero!(# nonholonomic(&Self::PositionCache, &Self::Velocity), Self::Nonholonomic,);
    };
    (@ state_rates) => {
        $crate::__zero!(# state_rates(&Self::PositionCache, &Self::Velocity, &Self::States), Self::States,);
    };
    (@ outputs) => {
        $crate::__zero!(# outputs(&Self::PositionCache, &Self::Velocity, &Self::States, &Self::Velocity, (&Self::Holonomic, &Self::Nonholonomic)), Self::Outputs,);
    };
    (@ switches) => {
        $crate::__zero!(# switches(&Self::PositionCache, &Self::Velocity, &Self::States), Self::Switches,);
    };
    (@ mass_matrix) => {
        $crate::__zero!(# mass_matrix(&Self::PositionCache), [T],);
    };
    (@ damping_matrix) => {
        $crate::__zero!(# damping_matrix(&Self::PositionCache, &Self::VelocityCache), [T],);
    };
    (@ stiffness_matrix) => {
        $crate::__zero!(# stiffness_matrix(&Self::PositionCache, &Self::StiffnessCache), [T],);
    };
    (@ constraint_jacobian) => {
        $crate::__zero!(# constraint_jacobian(&Self::PositionCache), [T],);
    };
    (@ velocity_jacobian) => {
        $crate::__zero!(# velocity_jacobian(&Self::PositionCache, &Self::VelocityCache), [T],);
    };
    (@ moving) => {
        $crate::__zero!(# moving(&Self::PositionCache, &Self::Velocity, &Self::States, (&Self::Holonomic, &Self::Nonholonomic)), Self::VelocityCache, values);
    };
    (@ stiffness) => {
        $crate::__zero!(# stiffness(&Self::PositionCache, &Self::Velocity, &Self::States, &Self::Velocity, (&Self::Holonomic, &Self::Nonholonomic)), Self::StiffnessCache, values);
    };
    (@ acceleration_bias) => {
        #[inline]
        fn acceleration_bias(
            &self,
            _: &Self::PositionCache,
            _: &Self::Velocity,
            out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
        ) {
            out.0.fill(T::zero());
            out.1.fill(T::zero());
        }
    };
}
