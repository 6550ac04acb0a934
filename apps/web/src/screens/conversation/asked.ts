import type { Message } from '@tagma/sync/messages/message.ts'

/** A dialog about a message, or about several: then `message` is the first of them. */
export interface Asked {
  readonly kind:
    | 'move'
    | 'split'
    | 'forward'
    | 'source'
    | 'history'
    | 'readers'
    | 'reactions'
    | 'why-told'
    | 'remind'
    | 'report'
    | 'delete'
  readonly message: Message
  /** Ids of all messages that it is about, ascending, if they are several. */
  readonly several?: readonly number[]
  /** The index of a reaction of the message, if the dialog is about one. */
  readonly reaction?: number
}
