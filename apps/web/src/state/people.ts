import type { State } from '@tagma/sync/state.ts'
import { remember } from './remember.ts'

export type Person = NonNullable<State['realm_users']>[number]

/** Returns the people of an organization by id: active, deactivated and system bots. */
export const peopleById = remember(
  (
    active: State['realm_users'],
    inactive: State['realm_non_active_users'],
    bots: State['cross_realm_bots'],
  ): ReadonlyMap<number, Person> =>
    new Map(
      [...(bots ?? []), ...(inactive ?? []), ...(active ?? [])].map((person) => [person.user_id, person]),
    ),
)

/** The parts of the page's knowledge with people in them. */
export type WithPeople = Pick<State, 'realm_users' | 'realm_non_active_users' | 'cross_realm_bots'>

/** Returns the people that the page knows, by id. */
export const peopleOf = (state: WithPeople | undefined) =>
  peopleById(state?.realm_users, state?.realm_non_active_users, state?.cross_realm_bots)

/** Returns the names of the others in a conversation, in the order of their names. */
export function namesOf(
  userIds: readonly number[],
  people: ReadonlyMap<number, Person>,
  unknown: string,
): string[] {
  return userIds.map((id) => people.get(id)?.full_name ?? unknown).toSorted((a, b) => a.localeCompare(b))
}
