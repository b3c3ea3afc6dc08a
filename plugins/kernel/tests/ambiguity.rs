//! No two systems of a tick may touch the same data in no order.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings};
use cardmill_kernel::resolve::RulesPlugin;
use cardmill_kernel::schedule::{Tick, TickSystems};

use crate::anonymous::library::{Library, Policy};
use crate::anonymous::{Anonymous, Notes, Uses};

/// The complaint about a plugin's schedules, if there is one.
fn complaint(plugin: impl Plugin) -> Option<String> {
    let mut app = App::empty();
    app.add_plugins((
        RulesPlugin::<Anonymous> { catalogue: Library::new(Policy::Blocks, []) },
        plugin,
    ));
    let world = app.world_mut();
    let mut schedules = core::mem::take(&mut *world.resource_mut::<Schedules>());
    let mut complaint = None;
    for (label, schedule) in schedules.iter_mut() {
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            auto_insert_apply_deferred: false, // sync points must not hide an ambiguity
            use_shortnames: false,
            ..Default::default()
        });
        if let Err(error) = schedule.initialize(world) {
            complaint = Some(format!("{label:?}: {}", error.to_string(schedule.graph(), world)));
        }
    }
    complaint
}

fn write_notes(mut notes: Query<&mut Notes>) {
    for mut notes in &mut notes {
        notes.0.clear();
    }
}

fn read_notes(notes: Query<&Notes>) {
    assert!(notes.iter().count() < 100);
}

fn write_uses(mut uses: Query<&mut Uses>) {
    for mut uses in &mut uses {
        uses.0 = 0;
    }
}

fn nothing(_: &mut App) {}

fn unordered(app: &mut App) {
    app.add_systems(Tick, (write_notes, read_notes).before(TickSystems::Supply));
}

fn ordered(app: &mut App) {
    app.add_systems(Tick, (write_notes, read_notes).chain().before(TickSystems::Supply));
}

fn apart(app: &mut App) {
    app.add_systems(Tick, (write_notes, write_uses).before(TickSystems::Supply));
}

fn outside_the_stages(app: &mut App) {
    app.add_systems(Tick, write_notes);
}

#[test]
fn no_ambiguities() {
    assert_eq!(complaint(nothing), None);
}

#[test]
fn ordered_or_unrelated_systems_pass() {
    assert_eq!(complaint(ordered), None);
    assert_eq!(complaint(apart), None);
}

#[test]
fn two_unordered_systems_are_found() {
    let complaint = complaint(unordered).expect("a complaint");
    assert!(complaint.contains("1 pairs"), "{complaint}");
}

#[test]
fn a_system_outside_the_stages_is_found() {
    assert!(complaint(outside_the_stages).is_some());
}

#[test]
#[should_panic(expected = "mbigu")]
fn a_tick_with_an_ambiguity_does_not_run() {
    let plugin = |app: &mut App| {
        app.add_plugins(RulesPlugin::<Anonymous> { catalogue: Library::new(Policy::Blocks, []) });
        unordered(app);
    };
    let mut batch = cardmill_kernel::batch::Batch::new(plugin);
    batch.tick();
}
