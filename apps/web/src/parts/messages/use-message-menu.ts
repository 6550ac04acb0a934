import type { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useLongPress } from '#parts/menu/use-long-press.ts'
import type { MessageActs } from './message-acts.ts'

/**
 * Opens a message's menu where a finger rests on it, or where it is clicked with the other button; on a reaction, it shows who
 * chose it.
 */
export const useMessageMenu = (byId: ById<Message>, acts: MessageActs) =>
  useLongPress({
    open(target, point) {
      const article = target instanceof Element ? target.closest<HTMLElement>('article.message') : null
      const message = byId.get(Number(article?.dataset['id']))
      if (!message || message.id < 0) return false
      const reaction = reactionAt(target)
      if (reaction) acts.openReaction(message, [...reaction.parentElement!.children].indexOf(reaction))
      else acts.openMenu(message, point)
      return true
    },
    isOwn,
  })

/** Whether the browser has a menu of its own for something: a link, a picture, a field. */
const isOwn = (target: EventTarget | null) =>
  target instanceof Element &&
  !reactionAt(target) &&
  target.closest('a, img, video, audio, input, textarea, button') !== null

const reactionAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('.reaction[aria-pressed]') : null
