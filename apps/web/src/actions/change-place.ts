import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

export interface Spot {
  readonly channelId: number
  readonly topic: string
}

interface Change {
  readonly from: Spot
  readonly to: Spot
  readonly mode: PropagateMode
  /** Whether notices tell of it, in the old and in the new topic. */
  readonly oldNotice: boolean
  readonly newNotice: boolean
}

/** Puts a message, and those that go with it, into another topic or channel. Rejects if the server refuses. */
export async function changePlace(
  { client }: App,
  id: number,
  { from, to, mode, oldNotice, newNotice }: Change,
): Promise<void> {
  await client.call(wire.updateMessage, {
    message_id: id,
    propagate_mode: mode,
    send_notification_to_old_thread: oldNotice,
    send_notification_to_new_thread: newNotice,
    ...(from.topic === to.topic ? {} : { topic: to.topic }),
    ...(from.channelId === to.channelId ? {} : { stream_id: to.channelId }),
  })
}
