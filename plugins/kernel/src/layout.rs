//! The layout of the tables of a game in a World: the components that a table entity has beside the
//! kernel's, and those that the entities of each of its lists have. A game says it once, in
//! [`layout!`](crate::layout!).

#[doc(hidden)]
pub use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{IterQueryData, QueryData};
use bevy_ecs::system::{SystemParam, SystemParamItem};

use crate::game::Game;
use crate::roster::Roster;

/// The components of a table that only its game has, as a query finds them.
pub type Own<'w, 's, G> = <<G as Layout>::Own as QueryData>::Item<'w, 's>;

/// The layout of the tables of a game in a World: the types by which its rules write and read one.
pub trait Layout: Game + Sized {
    /// The cards of the game.
    type Catalogue: Resource + Clone;
    /// The components of a table that only this game has.
    type Own: IterQueryData + 'static;
    /// The system parameter by which the rules reach a World: the columns of its lists, the
    /// catalogue.
    type Columns: SystemParam + 'static;
    /// The columns of all tables of a World.
    type Slices<'w>;
    /// One table: its part of the columns, its own components.
    type State<'t>;
    /// One table, to read.
    type Scene<'t>: Copy;

    /// The columns of a World as slices, for as long as nothing else reaches them.
    fn slices<'w>(columns: &'w mut SystemParamItem<'_, '_, Self::Columns>) -> Self::Slices<'w>;

    /// A table's part of the slices.
    fn state<'t>(
        slices: &'t mut Self::Slices<'_>,
        own: &'t mut Own<'_, '_, Self>,
        roster: &Roster,
    ) -> Self::State<'t>;

    /// The table, to read.
    fn scene<'s>(state: &'s Self::State<'_>) -> Self::Scene<'s>;

    /// Adds the [resolution](crate::resolve) of the game to an App. It is compiled with the crate of
    /// the game and not where a World is made, so that it is optimised as the game is.
    fn resolve(app: &mut App);

    /// Registers all these components.
    fn register(world: &mut World);

    /// Spawns a table without a game.
    fn spawn(world: &mut World) -> Entity;
}

/// Implements [`Layout`] for a game, with the types `State` and `Scene` of its tables:
///
/// ```text
/// layout! {
///     Chess: Catalogue as Catalogue;    // the resource, and what it derefs to
///     table { state board: Board, }     // the table entity, shown by scenes
///     beside { derived notes: Notes, }  // the table entity, not shown
///     lists { cards[64] { state cards: Card, derived stats: Stats, } }
///     guest log: Writer => Log;         // a query of whoever watches, and what it becomes
/// }
/// ```
///
/// A component is `state`, `derived` ([`Registry`](crate::registry::Registry)) or a
/// [`stock`](crate::stock); lists are those of [`Lists`](crate::roster::Lists), with as many
/// entities as a table is spawned with.
#[macro_export]
macro_rules! layout {
    (
        $game:ident: $catalogue:ty as $cards:ty;
        table { $($(#[$shown_doc:meta])* $shown_kind:ident $shown:ident: $Shown:ty,)* }
        beside { $($(#[$beside_doc:meta])* $beside_kind:ident $beside:ident: $Beside:ty,)* }
        lists { $($list:ident[$size:expr] {
            $($(#[$doc:meta])* $kind:ident $column:ident: $Component:ty,)*
        })* }
        $(guest $(#[$guest_doc:meta])* $guest:ident: $Query:ty => $Guest:ident;)?
    ) => {
        /// The components of a table that only this game has.
        #[derive(::bevy_ecs::query::QueryData)]
        #[query_data(mutable)]
        pub struct Own {
            $($shown: &'static mut $Shown,)*
            $($beside: &'static mut $Beside,)*
            $($guest: $Query,)?
        }

        /// The system parameter of the rules: the columns of the World's lists, the catalogue.
        #[derive(::bevy_ecs::system::SystemParam)]
        pub struct Columns<'w, 's> {
            catalogue: ::bevy_ecs::system::Res<'w, $catalogue>,
            $($($column: $crate::column::ColumnMut<'w, 's, $Component>,)*)*
        }

        /// The columns of all tables of a World.
        pub struct Slices<'w> {
            catalogue: &'w $cards,
            $($($column: &'w mut [$Component],)*)*
        }

        /// One table of the game, as rules write it.
        pub struct State<'t> {
            /// The cards of the game.
            pub catalogue: &'t $cards,
            $($(#[$shown_doc])* pub $shown: &'t mut $Shown,)*
            $($(#[$beside_doc])* pub $beside: &'t mut $Beside,)*
            $($($(#[$doc])* pub $column: &'t mut [$Component],)*)*
            $($(#[$guest_doc])* pub $guest: $Guest<'t>,)?
        }

        /// One table of the game, to read.
        #[derive(Clone, Copy)]
        pub struct Scene<'t> {
            /// The cards of the game.
            pub catalogue: &'t $cards,
            $($(#[$shown_doc])* pub $shown: &'t $Shown,)*
            $($($(#[$doc])* pub $column: &'t [$Component],)*)*
        }

        impl State<'_> {
            /// The table, to read.
            #[must_use]
            pub const fn scene(&self) -> Scene<'_> {
                Scene {
                    catalogue: self.catalogue,
                    $($shown: self.$shown,)*
                    $($($column: self.$column,)*)*
                }
            }
        }

        impl $crate::layout::Layout for $game {
            type Catalogue = $catalogue;
            type Own = Own;
            type Columns = Columns<'static, 'static>;
            type Slices<'w> = Slices<'w>;
            type State<'t> = State<'t>;
            type Scene<'t> = Scene<'t>;

            fn slices<'w>(
                columns: &'w mut ::bevy_ecs::system::SystemParamItem<'_, '_, Self::Columns>,
            ) -> Slices<'w> {
                let Columns { catalogue, $($($column,)*)* } = columns;
                Slices { catalogue, $($($column: $column.all(),)*)* }
            }

            fn state<'t>(
                slices: &'t mut Slices<'_>,
                own: &'t mut $crate::layout::Own<'_, '_, Self>,
                roster: &$crate::roster::Roster,
            ) -> State<'t> {
                // Nobody watches them for changes; facts tell of them.
                use ::bevy_ecs::change_detection::DetectChangesMut as _;
                let rows = roster.rows();
                State {
                    catalogue: slices.catalogue,
                    $($shown: own.$shown.bypass_change_detection(),)*
                    $($beside: own.$beside.bypass_change_detection(),)*
                    $($($column: &mut slices.$column[rows.$list.clone()],)*)*
                    $($guest: (&mut own.$guest).into(),)?
                }
            }

            fn scene<'s>(state: &'s State<'_>) -> Scene<'s> {
                state.scene()
            }

            fn resolve(app: &mut $crate::layout::App) {
                $crate::resolve::add::<Self>(app);
            }

            fn register(world: &mut ::bevy_ecs::world::World) {
                $($crate::registry::Registry::$shown_kind::<$Shown>(world);)*
                $($crate::registry::Registry::$beside_kind::<$Beside>(world);)*
                $($($crate::registry::Registry::$kind::<$Component>(world);)*)*
            }

            fn spawn(world: &mut ::bevy_ecs::world::World) -> ::bevy_ecs::entity::Entity {
                let mut lists = $crate::roster::Lists::default();
                $(
                    let one = |_| ($(<$Component>::default(),)*);
                    lists.$list = world.spawn_batch((0..$size).map(one)).collect();
                )*
                let roster = $crate::roster::Roster::new(lists, world.entities());
                let own = ($(<$Shown>::default(),)* $(<$Beside>::default(),)*);
                world.spawn(($crate::batch::parts::<$game>(), own, roster)).id()
            }
        }
    };
}
