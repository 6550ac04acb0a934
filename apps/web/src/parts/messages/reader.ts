import type { Playground } from '@tagma/contract/objects/playground.ts'
import type { EmojiForm } from '#state/emoji-form.ts'
import type { Times } from './times.ts'

/**
 * Facts that a message's look depends on beside the message: who reads it, and how. The same object until one of these
 * changes.
 */
export interface Reader {
  readonly userId: number
  /** Whether one reads without an account: then there is nothing to do with a message. */
  readonly isSpectator: boolean
  readonly times: Times
  /** The groups that the reader is in, by id. */
  readonly groupIds: ReadonlySet<number>
  readonly alertWords: readonly string[]
  readonly playgrounds: readonly Playground[]
  /** Percent of the usual height of pictures. */
  readonly mediaSize: number
  /** When moving pictures move. */
  readonly animate: 'always' | 'on_hover' | 'never'
  readonly emojiForm: EmojiForm
  /** Whether few people's names stand beside a reaction. */
  readonly showsReactionNames: boolean
  readonly marksGuests: boolean
  /** The present name of a user, if the page knows it. */
  readonly nameOf: (userId: number) => string | undefined
  /** The picture of the organization's own emoji. */
  readonly emojiUrlOf: (code: string) => string | undefined
  readonly channelNameOf: (channelId: number) => string | undefined
}
