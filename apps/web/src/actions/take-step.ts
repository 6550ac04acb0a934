import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { App } from '#state/use-app.ts'
import { showError } from './show-error.ts'

/**
 * Takes a step in a poll or a to-do list. The step is shown when its event comes, because the server numbers the steps.
 * Resolves with whether the server took it.
 */
export async function takeStep(
  app: App,
  { id }: Message,
  step: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  try {
    await app.client.call(wire.sendSubmessage, {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify(step),
    })
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}
