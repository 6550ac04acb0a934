import type { MessageView } from '@tagma/contract/address.ts'
import * as wire from '@tagma/contract/wire.ts'
import { type Message, messageOf, othersOf } from '@tagma/sync/messages/message.ts'
import { outcomeOf } from '#outbox/outcome.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import type { App } from '#state/use-app.ts'
import { tellGone } from './tell-gone.ts'

/**
 * Goes to the conversation that the message of a link is in now. The link names the place that the message had when the link
 * was made, and it may have been moved since. If a link to this one message finds it gone or hidden, says so and stays.
 * `isOpen` tells whether the view is still open.
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
