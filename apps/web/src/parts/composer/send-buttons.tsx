import { SendHorizontal } from 'lucide'
import type { RefObject } from 'preact'
import { Icon } from '#parts/icon.tsx'
import { useLongPress } from '#parts/menu/use-long-press.ts'
import { t } from '#words/words.ts'
import { SendLater } from './send-later.tsx'

interface SendButtonsProps {
  readonly canSend: boolean
  readonly entersSend: boolean
  readonly waitsFor: string | undefined
  readonly laterButton: RefObject<HTMLButtonElement | null>
  readonly onSend: () => void
  readonly onLater: (date: Date) => void
}

/** Sends a text, now or at a time. A finger that rests on *Send* asks for the time. */
export function SendButtons({
  canSend,
  entersSend,
  waitsFor,
  laterButton,
  onSend,
  onLater,
}: SendButtonsProps) {
  const press = useLongPress({
    open() {
      laterButton.current?.click()
      return true
    },
    isOwn: () => !canSend,
  })
  return (
    <span class="editor-end">
      <kbd class="editor-hint">{t(entersSend ? 'compose.hint-enter' : 'compose.hint-ctrl-enter')}</kbd>
      <span class="editor-sends">
        <button
          type="button"
          class="button button-main editor-send"
          disabled={!canSend}
          aria-label={t('compose.send')}
          data-tip={waitsFor}
          {...press}
          onClick={onSend}
        >
          <Icon of={SendHorizontal} size={1} turns />
          <span class="editor-send-word">{t('compose.send')}</span>
        </button>
        <SendLater isEnabled={canSend} button={laterButton} onChoose={onLater} />
      </span>
    </span>
  )
}
