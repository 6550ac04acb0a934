import type { State } from '@tagma/sync/state.ts'
import { peopleOf } from './people.ts'

/** Returns the Markdown that mentions somebody, with the id where others have the same name. */
export function mentionOf(state: State | undefined, userId: number): string {
  const people = peopleOf(state)
  const name = people.get(userId)?.full_name ?? ''
  const isShared = [...people.values()].some((other) => other.full_name === name && other.user_id !== userId)
  return `@**${name}${isShared ? `|${userId}` : ''}**`
}
