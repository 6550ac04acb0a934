import type { User } from '@tagma/contract/objects/user.ts'

/**
 * Places of users by id. They are hints: each is looked at before it is believed. Lists of 10,000 users follow each other
 * with nearly all users in place, so that the map of one serves the next, and a change of one user costs no new map.
 */
const places = new WeakMap<readonly User[], Map<number, number>>()

/** Says that a list has the users of an earlier one in the same places. More may follow them. */
export function samePlaces(earlier: readonly User[], users: User[]): User[] {
  const known = places.get(earlier)
  if (!known) return users
  for (let place = earlier.length; place < users.length; place++) known.set(users[place]?.user_id ?? 0, place)
  places.set(users, known)
  return users
}

/** Finds the place of a user in a list. */
export function placeOfUser(users: readonly User[], id: number): number | undefined {
  const hint = places.get(users)?.get(id)
  if (hint !== undefined && users[hint]?.user_id === id) return hint
  // A map that was made for this list lacks only users who are not in it.
  if (places.has(users) && hint === undefined) return undefined
  const made = new Map(users.map((user, place) => [user.user_id, place]))
  places.set(users, made)
  return made.get(id)
}

/** Finds a user in a list of the registration. */
export function findUser(users: readonly User[] | undefined, id: number): User | undefined {
  if (!users) return undefined
  const place = placeOfUser(users, id)
  return place === undefined ? undefined : users[place]
}
