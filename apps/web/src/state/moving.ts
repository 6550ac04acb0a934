import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import type { Message } from '@tagma/sync/messages/message.ts'

/** Messages that somebody is asked to move, and where they are to go as far as that is known. */
export interface Moving {
  readonly message: Pick<Message, 'id' | 'stream_id' | 'subject'>
  /** Ids of all messages that move, ascending, if several were chosen. */
  readonly several?: readonly number[]
  readonly to?: { readonly channelId: number; readonly topic: string }
  readonly mode?: PropagateMode
}
