//! A choice costs what its own table costs, whatever other tables there are and were.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::Session;
use cardmill_kernel::schedule::TickSystems;
use cardmill_kernel::table::Table;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::default_dir;
use cardmill_unlimited::position::Position;

/// Tables that a tick has looked at, and ticks.
#[derive(Resource, Default)]
struct Looked {
    tables: usize,
    ticks: usize,
}

fn look(tables: Query<&Table>, mut looked: ResMut<Looked>) {
    looked.tables += tables.iter().count();
    looked.ticks += 1;
}

#[test]
fn a_tick_looks_at_the_table_that_is_played_alone() {
    let catalogue = Tabletop::load(default_dir()).unwrap();
    let mut tabletop = Tabletop::new(&catalogue);
    tabletop.batch_mut().world_mut().init_resource::<Looked>();
    tabletop.batch_mut().schedule_mut().add_systems(look.in_set(TickSystems::Choose));
    let setup = |tabletop: &mut Tabletop| {
        let table = tabletop.add();
        tabletop.arrange(table, &Position::default()).unwrap();
        tabletop.run(table);
        table
    };
    let first = setup(&mut tabletop);
    for _ in 0..20 {
        setup(&mut tabletop);
        let copy = tabletop.add();
        tabletop.fork(first, copy);
    }
    for _ in 0..6 {
        let asked = tabletop.asked(first).unwrap();
        let pass = asked.options.iter().position(|option| option.label == "Pass");
        tabletop.choose(first, pass.unwrap_or(0)).unwrap();
    }
    let looked = tabletop.batch().world().resource::<Looked>();
    assert!(looked.ticks > 25, "{}", looked.ticks);
    assert_eq!(looked.tables, looked.ticks);
}
