import { SendHorizontal } from 'lucide'
import { useCallback, useRef } from 'preact/hooks'
import { sendMessage } from '#actions/send-message.ts'
import { destinationKey, type Destination } from '#outbox/destination.ts'
import { useCompletion } from '#parts/completion/use-completion.tsx'
import { Icon } from '#parts/icon.tsx'
import { viewAt } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { boxName } from './box-name.ts'
import { Editor } from './editor.tsx'
import { InsertTools } from './insert-tools.tsx'
import { OtherText } from './other-text.tsx'
import { linkToView, paste } from './paste.ts'
import { useDraft } from './use-draft.ts'
import { useDrop } from './use-drop.ts'
import { UploadList, useUploads } from './use-uploads.tsx'
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
  const completion = useCompletion(box, to)
  const { add, waitsFor } = useUploads(to, box)
  const area = useRef<HTMLDivElement>(null)
  const isOver = useDrop(area, add)
  const onSend = useCallback(
    (text: string) => {
      sendMessage(app, to, text)
      end()
    },
    [app, to, end],
  )
  return (
    <div ref={area} class={isOver ? 'composer composer-drop' : 'composer'} data-composer>
      <Editor
        box={box}
        label={label}
        initial={initial}
        most={most}
        entersSend={entersSend}
        waitsFor={waitsFor}
        attributes={completion.attributes}
        onKey={completion.onKey}
        onWrite={write}
        onSend={onSend}
        onPaste={(event) => paste(event, { addFiles: add, linkFor: (address) => linkFor(app, address) })}
        onCommand={(command) => {
          if (command === 'leave') box.current?.blur()
        }}
        above={
          <>
            {completion.list}
            <OtherText to={to} />
            <UploadList to={to} />
          </>
        }
        tools={<InsertTools box={box} onFiles={add} />}
        end={({ canSend, send }) => (
          <span class="editor-end">
            <kbd class="editor-hint">
              {entersSend ? t('compose.hint-enter') : t('compose.hint-ctrl-enter')}
            </kbd>
            <button
              type="button"
              class="button button-main editor-send"
              disabled={!canSend}
              aria-label={t('compose.send')}
              data-tip={waitsFor}
              onClick={send}
            >
              <Icon of={SendHorizontal} size={1} turns />
              <span class="editor-send-word">{t('compose.send')}</span>
            </button>
          </span>
        )}
      />
    </div>
  )
}

/** Returns the link that messages write for an address of this organization, or undefined. */
function linkFor({ store }: App, address: string): string | undefined {
  const { state } = store.get()
  const url = URL.parse(address)
  if (url?.origin !== location.origin || url.pathname !== '/' || url.hash === '') return undefined
  // Browsers decode `hash` in part, so the address is cut as it stands.
  return linkToView(viewAt(state, address.slice(address.indexOf('#'))), (id) => channelById(state, id)?.name)
}
