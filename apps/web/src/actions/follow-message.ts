import type { MessageView } from '@tagma/contract/address.ts'
import * as wire from '@tagma/contract/wire.ts'
import { type Message, messageOf, othersOf } from '@tagma/sync/messages/message.ts'
import { outcomeOf } from '#outbox/outcome.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import type { App } from '#state/use-app.ts'
import { tellGone } from './tell-gone.ts'

/**
 * Goes to the conversation that a message is in now, if it is another than the one that is open: links name the place where
 * it was when they were made. If a message that is asked for is gone, or may not be read, says so, and changes nothing else.
 * `isOpen` says whether the view is still open.
 */
export async function followMessage(app: App, view: MessageView, isOpen: () => boolean): Promise<void> {
  const { at } = view
  const id = at && 'near' in at ? at.near : at && 'with' in at ? at.with : undefined
  if (id === undefined) return
  const { state, messages } = app.store.get()
  const ownId = state?.user_id ?? -1
  const message = messages.byId.get(id) ?? (await fetched(app, id))
  if (!isOpen()) return
  if (message === 'gone' && at && 'near' in at) tellGone(app)
  if (typeof message !== 'object' || view.kind !== 'conversation') return
  const userIds = message.stream_id === undefined ? othersOf(message, ownId) : undefined
  const place = viewOf({ channelId: message.stream_id, topic: message.subject, userIds }, ownId)
  if (place.kind !== 'conversation') return
  const address = addressFor(state, { ...place, ...(at ? { at } : {}) })
  if (address !== addressFor(state, view)) app.go(address, { replace: true })
}

async function fetched({ client }: App, id: number): Promise<Message | 'gone' | undefined> {
  try {
    const { message } = await client.call(wire.getMessage, { message_id: id, allow_empty_topic_name: true })
    return messageOf(message, message.flags)
  } catch (error) {
    // The conversation that the address names is shown as it is.
    return outcomeOf(error).kind === 'refused' ? 'gone' : undefined
  }
}
