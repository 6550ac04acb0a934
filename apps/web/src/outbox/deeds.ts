/*
 * Reactions, flags, policies of topics and the reader's status that wait for a network before the server learns of them. A
 * later deed replaces an earlier one about the same thing, so opposites cancel out. The server may be told a deed twice.
 */
import type { MessageFlag, Reaction } from '@tagma/contract/objects/message.ts'
import type { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { OwnStatus } from '#state/own-status.ts'

type Policy = (typeof visibilityPolicies)[keyof typeof visibilityPolicies]

export type Deed =
  | {
      readonly kind: 'reaction'
      readonly messageId: number
      readonly name: string
      readonly code: string
      readonly type: Reaction['reaction_type']
      readonly isAdded: boolean
    }
  | {
      readonly kind: 'flag'
      readonly messageId: number
      readonly flag: MessageFlag & ('read' | 'starred' | 'collapsed')
      readonly isAdded: boolean
    }
  | {
      readonly kind: 'policy'
      readonly channelId: number
      readonly topic: string
      readonly policy: Policy
      /** The policy to return to if the server refuses. */
      readonly before: Policy
    }
  | {
      readonly kind: 'status'
      readonly status: OwnStatus
      /** The status to return to if the server refuses. */
      readonly before: OwnStatus
    }

/** Returns a text that is equal for deeds about the same thing. */
export function deedKey(deed: Deed): string {
  switch (deed.kind) {
    case 'reaction':
      return `reaction ${deed.messageId} ${deed.type} ${deed.code}`
    case 'flag':
      return `flag ${deed.flag} ${deed.messageId}`
    case 'policy':
      return `policy ${deed.channelId} ${deed.topic.toLowerCase()}`
    case 'status':
      return 'status'
  }
}

/** Adds deeds to those that wait. */
export const withDeeds = (waiting: readonly Deed[], added: readonly Deed[]): readonly Deed[] => [
  ...withoutDeeds(waiting, added),
  ...added,
]

/** Removes the deeds about the same things. */
export function withoutDeeds(waiting: readonly Deed[], gone: readonly Deed[]): readonly Deed[] {
  const keys = new Set(gone.map(deedKey))
  return waiting.filter((deed) => !keys.has(deedKey(deed)))
}

/** The most messages in one call. */
const atATime = 1000

/** Returns the next deeds that one call can tell of: a single one, or the same flag of several messages. */
export function nextDeeds([first, ...rest]: readonly Deed[]): readonly Deed[] {
  if (!first) return []
  if (first.kind !== 'flag') return [first]
  const alike = rest.filter(
    (deed) => deed.kind === 'flag' && deed.flag === first.flag && deed.isAdded === first.isAdded,
  )
  return [first, ...alike].slice(0, atATime)
}
