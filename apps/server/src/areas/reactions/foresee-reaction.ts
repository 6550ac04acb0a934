import { foreseeFinding } from '#areas/messages/require-message.ts'
import { foresee, type Foreseen } from '#store/log/foresight.ts'
import { holdersOfFlags } from '#store/messages/message-flags.ts'
import { reactionsToOne } from '#store/messages/reactions.ts'

/** Facts that adding or removing a reaction to a message will look up. */
export const foreseeReaction = (messageId: number): Foreseen[] => [
  ...foreseeFinding([messageId]),
  foresee(reactionsToOne, messageId),
  foresee(holdersOfFlags, messageId),
]
