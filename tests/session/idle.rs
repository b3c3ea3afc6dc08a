//! A choice costs what its own table costs, whatever other tables there are and were.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::Session;
use cardmill_kernel::schedule::TickSystems;
use cardmill_kernel::table::Table;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::default_dir;
use cardmill_unlimited::position::Position;

/// Tables that systems have looked at.
#[derive(Resource, Default)]
struct Looked(usize);

fn look(tables: Query<&Table>, mut looked: ResMut<Looked>) {
    looked.0 += tables.iter().count();
}

#[test]
fn a_choice_looks_at_its_own_table_alone() {
    let catalogue = Tabletop::load(default_dir()).unwrap();
    let mut tabletop = Tabletop::new(&catalogue);
    tabletop.batch_mut().world_mut().init_resource::<Looked>();
    tabletop.batch_mut().schedule_mut().add_systems(look.before(TickSystems::Supply));
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
    let looked = |tabletop: &Tabletop| tabletop.batch().world().resource::<Looked>().0;
    assert_eq!(looked(&tabletop), 0, "nothing but the table was moved");
    tabletop.batch_mut().tick();
    assert_eq!(looked(&tabletop), 0, "all of them are at rest");
    tabletop.batch_mut().wake(first);
    tabletop.batch_mut().tick();
    assert_eq!(looked(&tabletop), 1);
}
