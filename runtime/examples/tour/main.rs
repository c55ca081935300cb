//! Eleven small programs, each with numbers to compare with: `cargo run -p linkwork-runtime-tests --example tour -- pendulum`.

mod bouncing_ball;
mod by_hand;
mod closed_loop;
mod control_loop;
mod formulations;
mod friction;
mod modes;
mod motor;
mod pendulum;
mod skate;
mod top;

type Example = fn() -> Result<(), linkwork::Error>;

const EXAMPLES: [(&str, Example); 11] = [
    ("pendulum", pendulum::run),
    ("formulations", formulations::run),
    ("closed_loop", closed_loop::run),
    ("bouncing_ball", bouncing_ball::run),
    ("friction", friction::run),
    ("skate", skate::run),
    ("top", top::run),
    ("modes", modes::run),
    ("motor", motor::run),
    ("control_loop", control_loop::run),
    ("by_hand", by_hand::run),
];

/// Runs the examples that are named, or all of them.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|name| EXAMPLES.iter().all(|(known, _)| known != name)) {
        let known = EXAMPLES.map(|(known, _)| known).join(", ");
        return Err(format!("there is no example `{unknown}`\nhelp: there are {known}").into());
    }
    for (name, example) in EXAMPLES {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            println!("{name}");
            example()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_examples_reproduce_their_numbers() -> Result<(), linkwork::Error> {
        super::EXAMPLES.iter().try_for_each(|(_, example)| example())
    }
}
