import { SendHorizontal } from 'lucide'
import { useCallback, useRef } from 'preact/hooks'
import { sendMessage } from '#actions/send-message.ts'
import { destinationKey, type Destination } from '#outbox/destination.ts'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { boxName } from './box-name.ts'
import { Editor } from './editor.tsx'
import { OtherText } from './other-text.tsx'
import { useDraft } from './use-draft.ts'
import { writeProblem } from './write-problem.ts'

interface ComposerProps {
  /** The conversation that it writes to. Pass the same object for the same conversation. */
  readonly to: Destination
}

/** The box at the foot of a conversation. Each conversation has a text of its own, which stays with it. */
export function Composer({ to }: ComposerProps) {
  const problem = useKnown(({ state }) => writeProblem(state, to))
  if (problem !== undefined) return <p class="composer composer-problem">{t(problem)}</p>
  return <Box key={destinationKey(to)} to={to} />
}

function Box({ to }: ComposerProps) {
  const app = useApp()
  const box = useRef<HTMLTextAreaElement>(null)
  const label = useKnown(({ state }) => boxName(state, to))
  const most = useKnown(({ state }) => state?.max_message_length ?? 10_000)
  const entersSend = useKnown(({ state }) => state?.user_settings?.enter_sends ?? false)
  const { initial, write, end } = useDraft(to, box)
  const onSend = useCallback(
    (text: string) => {
      sendMessage(app, to, text)
      end()
    },
    [app, to, end],
  )
  return (
    <div class="composer" data-composer>
      <Editor
        box={box}
        label={label}
        initial={initial}
        most={most}
        entersSend={entersSend}
        onWrite={write}
        onSend={onSend}
        onCommand={(command) => {
          if (command === 'leave') box.current?.blur()
        }}
        above={<OtherText to={to} />}
        end={({ canSend, send }) => (
          <span class="editor-end">
            <kbd class="editor-hint">
              {entersSend ? t('compose.hint-enter') : t('compose.hint-ctrl-enter')}
            </kbd>
            <button type="button" class="button button-main editor-send" disabled={!canSend} onClick={send}>
              <Icon of={SendHorizontal} size={1} turns />
              <span class="editor-send-word">{t('compose.send')}</span>
            </button>
          </span>
        )}
      />
    </div>
  )
}
