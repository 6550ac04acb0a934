import type { Message } from '@tagma/sync/messages/message.ts'
import type { Outbox } from '#outbox/outbox.ts'
import type { Sending } from '#parts/messages/message-acts.ts'

/** Returns how far one's own message has come, if the server has not confirmed it. */
export function sendingOf(outbox: Outbox, { local_id }: Pick<Message, 'local_id'>): Sending | undefined {
  if (local_id === undefined) return undefined
  const state = outbox.find(({ localId }) => localId === local_id)?.state
  if (state?.kind === 'failed') return { kind: 'failed', reason: state.reason }
  return state?.kind === 'unsure' ? { kind: 'unsure' } : { kind: 'sending' }
}
