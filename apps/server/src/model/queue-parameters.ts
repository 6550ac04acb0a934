import type { ClientCapabilities } from '@tagma/contract/endpoints/events/register-queue.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'

/** Parameters of a client's registration; kept as JSON in the queue's row. */
export interface QueueParameters {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allPublicChannels: boolean
  /** Null means all. */
  readonly eventTypes: readonly string[] | null
  readonly capabilities: ClientCapabilities
  readonly narrow: Narrow
  readonly wantsLegacyEmojiType: boolean
  /** Feature level of the server at registration: the client understands events of this level. */
  readonly featureLevel: number
}
