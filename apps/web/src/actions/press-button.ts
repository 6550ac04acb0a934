import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { destinationOf } from '#state/destination-of.ts'
import type { App } from '#state/use-app.ts'
import { sendMessage } from './send-message.ts'
import { showError } from './show-error.ts'

/** A button of a bot: its bot is told of `action`; without one, pressing it sends `reply`. */
interface Pressed {
  readonly reply: string
  readonly action: string | undefined
}

/** Presses a button of a bot's message. */
export async function pressButton(app: App, message: Message, { reply, action }: Pressed): Promise<void> {
  try {
    const ownId = app.store.get().state?.user_id ?? -1
    if (action === undefined) sendMessage(app, destinationOf(message, ownId), reply)
    else await app.client.call(wire.pressButton, { message_id: message.id, action })
  } catch (error) {
    showError(app, error)
  }
}
