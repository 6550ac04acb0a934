import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { imaginedPeople } from '@tagma/rules/imagined.ts'
import { organizationByRole } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { peopleIn } from '#state/people-in.ts'
import { peopleOf } from '#state/people.ts'

/** Effect of another value of a permission: on people, and on newcomers. */
export interface Effect {
  /** Names, in their order. */
  readonly gain: readonly string[]
  readonly lose: readonly string[]
  /** Kinds of people who will have it, or will not have it any more, once they come. */
  readonly newcomersGain: boolean
  readonly newcomersLose: boolean
  readonly guestsGain: boolean
  readonly guestsLose: boolean
}

/** Returns what changes when a permission gets another value. `mayBeGuests`: whether guests can have it at all. */
export function effectOf(
  state: State,
  before: GroupSetting,
  after: GroupSetting,
  { mayBeGuests }: { readonly mayBeGuests: boolean },
): Effect {
  const people = peopleOf(state)
  const had = peopleIn(state, before)
  const has = peopleIn(state, after)
  const names = (ids: ReadonlySet<number>, others: ReadonlySet<number>) =>
    [...ids]
      .flatMap((id) => (others.has(id) ? [] : (people.get(id) ?? [])))
      .filter(({ is_guest }) => mayBeGuests || !is_guest)
      .map(({ full_name }) => full_name)
      .toSorted((a, b) => a.localeCompare(b))
  const { isIn } = organizationByRole(state)
  const { newcomer, guest } = imaginedPeople
  const isNew = (person: typeof newcomer | typeof guest) => isIn(person, after) && !isIn(person, before)
  const isGone = (person: typeof newcomer | typeof guest) => isIn(person, before) && !isIn(person, after)
  return {
    gain: names(has, had),
    lose: names(had, has),
    newcomersGain: isNew(newcomer),
    newcomersLose: isGone(newcomer),
    guestsGain: mayBeGuests && isNew(guest),
    guestsLose: mayBeGuests && isGone(guest),
  }
}
