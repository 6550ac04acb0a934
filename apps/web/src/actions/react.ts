import type { Reaction } from '@tagma/contract/objects/message.ts'
import { wire } from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { App } from '#state/use-app.ts'
import { applyOwn } from './apply-own.ts'
import { showError } from './show-error.ts'

/** An emoji as reactions name it. */
export interface ReactionEmoji {
  readonly name: string
  readonly code: string
  readonly type: Reaction['reaction_type']
}

/** Adds one's reaction to a message, or takes it back. It is shown at once. */
export async function toggleReaction(
  app: App,
  { id, reactions }: Message,
  emoji: ReactionEmoji,
): Promise<void> {
  const userId = app.store.get().state?.user_id ?? -1
  const own = reactions.find(
    (reaction) =>
      reaction.user_id === userId &&
      reaction.emoji_code === emoji.code &&
      reaction.reaction_type === emoji.type,
  )
  const event = (op: 'add' | 'remove') => ({
    type: 'reaction',
    op,
    message_id: id,
    user_id: userId,
    emoji_name: own?.emoji_name ?? emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  })
  const op = own ? 'remove' : 'add'
  applyOwn(app, event(op))
  try {
    const reaction = { message_id: id, emoji_code: emoji.code, reaction_type: emoji.type }
    if (own) await app.client.call(wire.removeReaction, { ...reaction, emoji_name: own.emoji_name })
    else await app.client.call(wire.addReaction, { ...reaction, emoji_name: emoji.name })
  } catch (error) {
    applyOwn(app, event(own ? 'add' : 'remove'))
    showError(app, error)
  }
}
