import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'

/** What a client asked for when it registered; kept as JSON in the queue's row. */
export interface QueueParameters {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allPublicChannels: boolean
  /** Null: all. */
  readonly eventTypes: readonly string[] | null
  readonly capabilities: ClientCapabilities
  readonly narrow: Narrow
  readonly wantsLegacyEmojiType: boolean
  /** Of the server that registered it: what the client knows and understands is of that level. */
  readonly featureLevel: number
}
