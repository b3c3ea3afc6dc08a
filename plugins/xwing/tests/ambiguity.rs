//! No two systems of a tick may touch the same data in no order.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings};
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::library::{Library, default_dir};
use cardmill_xwing::plugin::{LogPlugin, XWingPlugin};

#[test]
fn no_ambiguities() {
    let library = Library::load(default_dir()).expect("the cards load");
    let mut app = App::empty();
    app.add_plugins((XWingPlugin { catalogue: Catalogue::new(&library) }, LogPlugin));
    let world = app.world_mut();
    let mut schedules = core::mem::take(&mut *world.resource_mut::<Schedules>());
    let mut systems = 0;
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
        systems += schedule.systems_len();
    }
    assert!(systems > 0, "nothing resolves");
}
