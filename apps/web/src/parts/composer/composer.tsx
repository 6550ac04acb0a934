import { SendHorizontal, TextQuote } from 'lucide'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { destinationKey, type Destination } from '#outbox/destination.ts'
import { useCompletion } from '#parts/completion/use-completion.tsx'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { viewAt } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { boxName } from './box-name.ts'
import { CheckLines } from './check-lines.tsx'
import { Editor } from './editor.tsx'
import { placed } from './format.ts'
import { InsertTools } from './insert-tools.tsx'
import type { Command } from './keys.ts'
import { OtherText } from './other-text.tsx'
import { linkToView, paste } from './paste.ts'
import { SendLater } from './send-later.tsx'
import { useDraft } from './use-draft.ts'
import { useDrop } from './use-drop.ts'
import { usePreview } from './use-preview.tsx'
import { useSending } from './use-sending.tsx'
import { useTyping } from './use-typing.ts'
import { UploadList, useUploads } from './use-uploads.tsx'
import { writeProblem } from './write-problem.ts'
import { apply, writtenIn } from './written.ts'

const GiveTitle = lazy(async () => (await import('./give-title.tsx')).GiveTitle)
const Snippets = lazy(async () => (await import('./snippets.tsx')).Snippets)

interface ComposerProps {
  /** The conversation that it writes to. */
  readonly to: Destination
  /** Called when a message was sent or scheduled. */
  readonly onSent?: () => void
  /** A text to begin with, where no draft is. It is no draft until somebody changes it. */
  readonly suggestion?: string
}

/** The box at the foot of a conversation. Each conversation has a text of its own, which stays with it. */
export function Composer({ to, ...more }: ComposerProps) {
  const problem = useKnown(({ state }) => writeProblem(state, to))
  if (problem !== undefined) return <p class="composer-problem">{problem}</p>
  return <Box key={destinationKey(to)} to={to} {...more} />
}

function Box({ to, onSent, suggestion = '' }: ComposerProps) {
  const app = useApp()
  const box = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const laterButton = useRef<HTMLButtonElement>(null)
  const label = useKnown(({ state }) => boxName(state, to))
  const most = useKnown(({ state }) => state?.max_message_length ?? 10_000)
  const entersSend = useKnown(({ state }) => state?.user_settings?.enter_sends ?? false)
  const { initial, write, end } = useDraft(to, box)
  const completion = useCompletion(box, to)
  const { add, waitsFor } = useUploads(to)
  const isOver = useDrop(area, add)
  const typing = useTyping(to)
  const { preview, button: previewButton, toggle, close } = usePreview(box)
  const [hasSnippets, showSnippets] = useState(false)
  const { send, sendAt, question } = useSending(to, () => {
    typing.stop()
    close()
    end()
    onSent?.()
  })
  const onCommand = (command: Command) => {
    if (command === 'leave') app.commands.run('leave')
    else if (command === 'preview') toggle()
    else if (command === 'send later') laterButton.current?.click()
    else if (command === 'snippets') showSnippets(true)
  }
  return (
    <div ref={area} class={isOver ? 'composer composer-drop' : 'composer'} data-composer>
      <Editor
        box={box}
        label={label}
        initial={initial || suggestion}
        most={most}
        entersSend={entersSend}
        waitsFor={waitsFor}
        attributes={completion.attributes}
        onKey={(event) => completion.onKey(event) || (isUpInEmpty(event) && app.commands.run('editLast'))}
        onWrite={write}
        onType={(text) => typing.type(text)}
        onSend={send}
        onPaste={(event) => paste(event, { addFiles: add, linkFor: (address) => linkFor(app, address) })}
        onCommand={onCommand}
        above={[completion.list, <Notes key="notes" to={to} />]}
        tools={[
          <Inserts key="inserts" box={box} onFiles={add} onSnippets={() => showSnippets(true)} />,
          previewButton,
        ]}
        preview={preview}
        end={({ canSend, send: sendNow }) => (
          <SendButtons
            {...{ canSend, entersSend, laterButton, waitsFor }}
            onSend={sendNow}
            onLater={(date) => sendAt(box.current!.value, date)}
          />
        )}
      />
      {question}
      {hasSnippets && <SnippetChoice box={box} area={area} onClose={() => showSnippets(false)} />}
    </div>
  )
}

/** Whether a key is the arrow up in a box without text. */
const isUpInEmpty = ({ key, target, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'ArrowUp' &&
  !(shiftKey || ctrlKey || metaKey || altKey) &&
  target instanceof HTMLTextAreaElement &&
  target.value === ''

/** Content above the text: another text for the same place, things overlooked, files. */
function Notes({ to }: { readonly to: Destination }) {
  return (
    <>
      <OtherText to={to} />
      {to.kind === 'topic' && to.topic === '' && <GiveTitle to={to} />}
      <CheckLines to={to} />
      <UploadList to={to} />
    </>
  )
}

type BoxRef = RefObject<HTMLTextAreaElement | null>

interface InsertsProps {
  readonly box: BoxRef
  readonly onFiles: (files: readonly File[]) => void
  readonly onSnippets: () => void
}

function Inserts({ box, onFiles, onSnippets }: InsertsProps) {
  return (
    <>
      <InsertTools box={box} onFiles={onFiles} />
      <SnippetButton onOpen={onSnippets} />
    </>
  )
}

interface SnippetChoiceProps {
  readonly box: BoxRef
  readonly area: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

function SnippetChoice({ box, area, onClose }: SnippetChoiceProps) {
  return (
    <Snippets
      anchor={area.current!}
      text={box.current!.value}
      onChoose={(content) => apply(box.current!, placed(writtenIn(box.current!), content))}
      onClose={onClose}
    />
  )
}

function SnippetButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      class="button-icon"
      aria-label={t('snippet.title')}
      data-tip={`${t('snippet.title')} (Ctrl+')`}
      onClick={onOpen}
    >
      <Icon of={TextQuote} />
    </button>
  )
}

interface SendButtonsProps {
  readonly canSend: boolean
  readonly entersSend: boolean
  readonly waitsFor: string | undefined
  readonly laterButton: RefObject<HTMLButtonElement | null>
  readonly onSend: () => void
  readonly onLater: (date: Date) => void
}

function SendButtons({ canSend, entersSend, waitsFor, laterButton, onSend, onLater }: SendButtonsProps) {
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

/** Returns the link that messages write for an address of this organization, or undefined. */
function linkFor({ store }: App, address: string): string | undefined {
  const { state } = store.get()
  const url = URL.parse(address)
  if (url?.origin !== location.origin || url.pathname !== '/' || url.hash === '') return undefined
  // Browsers decode `hash` in part, so the address is cut as it stands.
  return linkToView(viewAt(state, address.slice(address.indexOf('#'))), (id) => channelById(state, id)?.name)
}
