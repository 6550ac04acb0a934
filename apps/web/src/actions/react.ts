import type { Reaction } from '@tagma/contract/objects/message.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Deed } from '#outbox/deeds.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { applyOwn } from './apply-own.ts'
import { keepForLater } from './keep-for-later.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** An emoji as reactions name it. */
export interface ReactionEmoji {
  readonly name: string
  readonly code: string
  readonly type: Reaction['reaction_type']
}

/** Adds one's reaction to a message, or takes it back. It is shown at once. */
export async function toggleReaction(app: App, message: Message, emoji: ReactionEmoji): Promise<void> {
  const { id, reactions } = message
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
  const deed: Deed = {
    kind: 'reaction',
    messageId: id,
    name: event(op).emoji_name,
    code: emoji.code,
    type: emoji.type,
    isAdded: !own,
  }
  applyOwn(app, event(op))
  app.deeds.forget([deed])
  try {
    const reaction = { message_id: id, emoji_code: emoji.code, reaction_type: emoji.type }
    if (own) await app.client.call(wire.removeReaction, { ...reaction, emoji_name: own.emoji_name })
    else await app.client.call(wire.addReaction, { ...reaction, emoji_name: emoji.name })
    showToast(app, {
      name: 'reaction',
      kind: 'status',
      text: t(own ? 'message.reaction-removed' : 'message.reaction-added', {
        emoji: emoji.name.replaceAll('_', ' '),
      }),
      undo: () => void toggleReaction(app, app.store.get().messages.byId.get(id) ?? message, emoji),
    })
  } catch (error) {
    if (keepForLater(app, error, [deed])) return
    applyOwn(app, event(own ? 'add' : 'remove'))
    showError(app, error)
  }
}
