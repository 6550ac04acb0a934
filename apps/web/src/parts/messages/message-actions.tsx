import type { Message } from '@tagma/sync/messages/message.ts'
import { Ellipsis, Quote, SmilePlus, Star } from 'lucide'
import { Icon } from '#parts/icon.tsx'
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
      <button
        type="button"
        class="button-icon"
        aria-label={t('message.react')}
        data-tip={t('message.react')}
        onClick={(event) => acts.chooseReaction(message, event.currentTarget)}
      >
        <Icon of={SmilePlus} />
      </button>
      <button
        type="button"
        class="button-icon"
        aria-label={t('message.quote')}
        data-tip={t('message.quote')}
        onClick={() => acts.quote(message)}
      >
        <Icon of={Quote} turns />
      </button>
      <button
        type="button"
        class="button-icon"
        aria-label={star}
        aria-pressed={isStarred}
        data-tip={star}
        onClick={() => acts.star(message)}
      >
        <Icon of={Star} />
      </button>
      <button
        type="button"
        class="button-icon"
        aria-label={t('message.actions')}
        aria-haspopup="menu"
        data-tip={t('message.actions')}
        onClick={(event) => acts.openMenu(message, event.currentTarget)}
      >
        <Icon of={Ellipsis} />
      </button>
    </div>
  )
}
