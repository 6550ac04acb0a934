import type { Message } from '@tagma/sync/messages/message.ts'
import { Ellipsis, Quote, SmilePlus, Star } from 'lucide'
import { IconButton } from '#parts/icon-button.tsx'
import { t } from '#words/words.ts'
import type { MessageActs } from './message-acts.ts'

interface MessageActionsProps {
  readonly message: Message
  readonly acts: MessageActs
}

/** The buttons of the message under the pointer or with the focus. */
export function MessageActions({ message, acts }: MessageActionsProps) {
  const isStarred = message.flags.includes('starred')
  const star = t(isStarred ? 'message.unstar' : 'message.star')
  return (
    <div class="message-actions">
      <IconButton
        icon={SmilePlus}
        label={t('message.react')}
        onClick={(event) => acts.chooseReaction(message, event.currentTarget)}
      />
      <IconButton icon={Quote} turns label={t('message.quote')} onClick={() => acts.quote(message)} />
      <IconButton icon={Star} label={star} aria-pressed={isStarred} onClick={() => acts.star(message)} />
      <IconButton
        icon={Ellipsis}
        label={t('message.actions')}
        aria-haspopup="menu"
        onClick={(event) => acts.openMenu(message, event.currentTarget)}
      />
    </div>
  )
}
