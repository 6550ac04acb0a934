import type { MessageView } from '@tagma/contract/address.ts'
import { CheckCheck, CornerUpLeft, X } from 'lucide'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { keepFocus } from '#parts/keep-focus.ts'
import { conversationKeyOf } from '#state/addresses.ts'
import { narrowOf } from '#state/message-window.ts'
import { selectConversations } from '#state/selectors.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { Jump } from './use-opening.ts'

interface JumpBarProps {
  readonly view: MessageView
  readonly jump: Jump
}

/** After a jump: the way back, and what was skipped. */
export function JumpBar({ view, jump }: JumpBarProps) {
  const app = useApp()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const key = conversationKeyOf(view, ownId)
  const skipped = useKnown(
    (known) => selectConversations(known).find((conversation) => conversation.key === key)?.unread ?? 0,
  )
  return (
    <div class="jump-bar" onMouseDown={keepFocus}>
      <button type="button" class="button" onClick={jump.back}>
        <Icon of={CornerUpLeft} size={1} turns />
        {t('message.back-there')}
      </button>
      {skipped > 0 && (
        <button type="button" class="button" onClick={() => void markNarrowRead(app, narrowOf(view, ownId))}>
          <Icon of={CheckCheck} size={1} />
          {t('message.mark-count-read', { count: skipped })}
        </button>
      )}
      <IconButton icon={X} size={1} label={t('dialog.close')} onClick={jump.forget} />
    </div>
  )
}
