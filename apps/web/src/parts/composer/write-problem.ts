import type { State } from '@tagma/sync/state.ts'
import type { Destination } from '#outbox/destination.ts'
import { channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import type { WordId } from '#words/words.ts'

/** Returns why one cannot write to a conversation, or undefined. */
export function writeProblem(state: State | undefined, to: Destination): WordId | undefined {
  if (!state) return undefined
  if (to.kind === 'people') {
    const people = peopleOf(state)
    return to.userIds.some((id) => people.get(id)?.is_active === false) ? 'compose.deactivated' : undefined
  }
  const channel = channelById(state, to.channelId)
  if (!channel) return 'compose.no-channel'
  return channel.is_archived ? 'compose.archived' : undefined
}
