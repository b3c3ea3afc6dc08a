//! No two systems of a tick may touch the same data in no order, and every component is
//! registered.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings};
use cardmill_imperium::catalogue::Catalogue;
use cardmill_imperium::library;
use cardmill_imperium::plugin::{ImperiumPlugin, LogPlugin, spawn};
use cardmill_kernel::batch::Roster;
use cardmill_kernel::registry::Registry;

fn app() -> App {
    let cards = library::load(library::default_dir()).expect("the cards load");
    let mut app = App::empty();
    ImperiumPlugin { catalogue: Catalogue::new(cards) }.build(&mut app);
    LogPlugin.build(&mut app);
    app
}

#[test]
fn no_ambiguities() {
    let mut app = app();
    let world = app.world_mut();
    let mut schedules = core::mem::take(&mut *world.resource_mut::<Schedules>());
    for (label, schedule) in schedules.iter_mut() {
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            auto_insert_apply_deferred: false, // sync points must not hide an ambiguity
            use_shortnames: false,
            ..Default::default()
        });
        if let Err(error) = schedule.initialize(world) {
            panic!("{label:?}: {}", error.to_string(schedule.graph(), world));
        }
    }
}

#[test]
fn every_component_is_registered() {
    let mut app = app();
    let world = app.world_mut();
    let table = spawn(world);
    let piece = world.get::<Roster>(table).expect("a roster").card(0);
    for entity in [table, piece] {
        assert_eq!(Registry::unregistered(world, entity), []);
    }
}
