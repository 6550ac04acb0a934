import * as wire from '@tagma/contract/wire.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import type { Deed } from '#outbox/deeds.ts'
import type { App } from '#state/use-app.ts'
import { applyOwn } from './apply-own.ts'
import { flagEvent } from './flag-event.ts'
import { keepForLater } from './keep-for-later.ts'
import { markAll } from './mark-narrow.ts'

/**
 * Marks a conversation as read. `ids` are the messages of it that are known to be unread: without a network, these are marked,
 * and the server is told later. Rejects if the server refuses.
 */
export async function markConversationRead(app: App, narrow: Narrow, ids: readonly number[]): Promise<void> {
  const deeds = readDeeds(ids, true)
  app.deeds.forget(deeds)
  try {
    await markAll(app, narrow)
  } catch (error) {
    if (!keepForLater(app, error, deeds)) throw error
    const event = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', all: false }
    applyOwn(app, { ...event, messages: ids })
  }
}

/** Makes messages unread again. Without a network, the server is told later. Rejects if the server refuses. */
export async function markUnreadAgain(app: App, ids: readonly number[]): Promise<void> {
  const deeds = readDeeds(ids, false)
  app.deeds.forget(deeds)
  try {
    await app.client.call(wire.updateMessageFlags, { messages: [...ids], op: 'remove', flag: 'read' })
  } catch (error) {
    if (!keepForLater(app, error, deeds)) throw error
    const { state, messages } = app.store.get()
    // Only of messages that the page has is it known where they are.
    const known = ids.flatMap((id) => messages.byId.get(id) ?? [])
    applyOwn(app, flagEvent(known, 'read', false, state?.user_id ?? -1))
  }
}

const readDeeds = (ids: readonly number[], isAdded: boolean) =>
  ids.map((messageId): Deed => ({ kind: 'flag', messageId, flag: 'read', isAdded }))
