//! Attributes of the elements that are read: a misspelt one would change the mechanism without a word.
//!
//! The lists are those of MuJoCo 4.0 (`mj_printSchema`) with those of earlier versions.

use super::classes::ACTUATORS;
use crate::diagnostics::Diagnostics;
use crate::robots::attributes::Unknown;
use crate::robots::xml::Element;

/// Attributes of bodies, frames, inertials, geoms and sites.
const ORIENTATION: &str = "quat axisangle euler xyaxes zaxis";

/// Attributes of actuators of all kinds.
const ACTUATOR: &str = "name class group joint jointinparent tendon site refsite slidersite cranksite body cranklength gear \
    ctrllimited ctrlrange forcelimited forcerange armature damping delay interp nsample lengthrange user";

/// Attributes of fixed tendons.
const TENDON: &str = "name class group limited range actuatorfrclimited actuatorfrcrange solreflimit solimplimit \
    solreffriction solimpfriction margin frictionloss springlength stiffness damping armature user";

/// The attributes of an element in another one, in several lists; `None` where it is not checked.
fn attributes(outer: &str, tag: &str) -> Option<[&'static str; 2]> {
    let list = match (outer, tag) {
        ("mujoco", "compiler") => [
            "alignfree angle assetdir autolimits balanceinertia boundinertia boundmass conflict convexhull coordinate \
             discardvisual eulerseq exactmeshinertia fitaabb fusestatic inertiafromgeom inertiagrouprange",
            "meshdir passthrough savecanonical savecompiled saveinertial settotalmass strippath texturedir usethread",
        ],
        ("mujoco", "option") => [
            "actuatorgroupdisable apirate ccd_iterations ccd_tolerance collision cone density gravity impratio \
             integrator iterations jacobian ls_iterations ls_tolerance magnetic mpr_iterations mpr_tolerance",
            "noslip_iterations noslip_tolerance o_friction o_margin o_solimp o_solref sdf_initpoints sdf_iterations \
             sleep_tolerance solver timestep tolerance viscosity wind",
        ],
        ("option", "flag") => [
            "actuation autoreset clampctrl constraint contact damper diagexact energy equality eulerdamp filterparent \
             frictionloss fwdinv gravity invdiscrete ipc island limit midphase multiccd nativeccd override",
            "passive refsafe sensor sensornoise sleep speculative spring warmstart",
        ],
        ("mujoco" | "default", "default") => ["class", ""],
        ("asset" | "default", "mesh") => [
            "builtin class content_type face file inertia material maxhullvert name normal params refpos refquat scale",
            "smoothnormal texcoord vertex",
        ],
        ("worldbody" | "body" | "frame", "body") => {
            ["name childclass pos mocap gravcomp fuse simple sleep user", ORIENTATION]
        }
        ("worldbody" | "body" | "frame", "frame") => ["name childclass pos user", ORIENTATION],
        ("body" | "frame", "inertial") => ["mass pos diaginertia fullinertia", ORIENTATION],
        ("worldbody" | "body" | "frame", "freejoint") => ["name group align", ""],
        ("worldbody" | "body" | "frame" | "default", "joint") => [
            "name class type group pos axis ref range limited margin solreflimit solimplimit solreffriction solimpfriction",
            "stiffness springref springdamper springyield damping armature frictionloss actuatorfrcrange \
             actuatorfrclimited actuatorgravcomp user",
        ],
        ("worldbody" | "body" | "frame" | "default", "geom") => [
            "name class type size pos fromto mesh hfield fitscale mass density shellinertia group material rgba contype \
             conaffinity condim priority friction margin gap solmix solref solimp adhesion surfacevel castshadow \
             fluidshape fluidcoef user",
            ORIENTATION,
        ],
        ("worldbody" | "body" | "frame" | "default", "site") => {
            ["name class type size pos fromto mesh group material rgba user", ORIENTATION]
        }
        ("default", "equality") => ["active solref solimp", ""],
        ("equality", "connect") => ["name class active solref solimp body1 body2 site1 site2 anchor", ""],
        ("equality", "weld") => {
            ["name class active solref solimp body1 body2 site1 site2 anchor relpose torquescale", ""]
        }
        ("equality", "joint") => ["name class active solref solimp joint1 joint2 polycoef", ""],
        ("tendon", "fixed") => [TENDON, ""],
        ("default", "tendon") => [TENDON, "width material rgba"],
        ("fixed", "joint") => ["joint coef", ""],
        ("actuator" | "default", tag) if ACTUATORS.contains(&tag) => match tag {
            "general" => [
                ACTUATOR,
                "actdim actearly actlimited actrange biasprm biastype dynprm dyntype ffrange gainprm gaintype inheritrange \
                 input velrange",
            ],
            "motor" => [ACTUATOR, ""],
            "position" => [ACTUATOR, "kp kv dampratio timeconst inheritrange"],
            "velocity" | "damper" => [ACTUATOR, "kv"],
            // Others are ignored as a whole.
            _ => return None,
        },
        _ => return None,
    };
    Some(list)
}

/// A warning for each attribute that no version of MuJoCo knows.
pub(super) fn check(root: &Element, diagnostics: &mut Diagnostics) {
    let mut unknown = Unknown::default();
    inside(root, &mut unknown);
    unknown.warn(diagnostics);
}

fn inside(outer: &Element, unknown: &mut Unknown) {
    for element in &outer.children {
        let lists = attributes(&outer.tag, &element.tag);
        if let Some(lists) = lists {
            let known: Vec<&str> = lists.iter().flat_map(|list| list.split_whitespace()).collect();
            unknown.check(element, &known);
        }
        let is_section =
            matches!(element.tag.as_str(), "worldbody" | "asset" | "equality" | "tendon" | "actuator");
        if lists.is_some() || (is_section && outer.tag == "mujoco") {
            inside(element, unknown);
        }
    }
}
