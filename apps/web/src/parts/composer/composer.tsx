import { useRef } from 'preact/hooks'
import { destinationKey, type Destination } from '#outbox/destination.ts'
import { draftKey } from '#outbox/drafts.ts'
import { lazy } from '#parts/lazy.tsx'
import { memo } from '#parts/memo.ts'
import { WhyLink } from '#parts/why-link.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn } from '#words/words.ts'
import { boxName } from './box-name.ts'
import { Editor } from './editor.tsx'
import type { Command } from './keys.ts'
import { SendButtons } from './send-buttons.tsx'
import { useAids } from './use-aids.tsx'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.tsx'
import { useTyping } from './use-typing.ts'
import { VoiceButton } from './voice-button.tsx'
import { writeProblem } from './write-problem.ts'

const CheckLines = lazy(async () => {
  await learn('checks')
  return (await import('./check-lines.tsx')).CheckLines
})
const OtherText = lazy(async () => (await import('./other-text.tsx')).OtherText)
const GiveTitle = lazy(async () => (await import('./give-title.tsx')).GiveTitle)

interface ComposerProps {
  /** The conversation that it writes to. */
  readonly to: Destination
  /** Called when a message was sent, now or later. */
  readonly onSent?: (isLater: boolean) => void
  /** A text to begin with, where no draft is. It is no draft until somebody changes it. */
  readonly suggestion?: string
}

/** The box at the foot of a conversation. Each conversation has a text of its own, which stays with it. */
export const Composer = memo(function Composer({ to, ...more }: ComposerProps) {
  const problem = useKnown(({ state }) => writeProblem(state, to))
  const hasText = useKnown(({ drafts }) => (drafts.get(draftKey(to))?.content ?? '') !== '')
  const sentence = problem !== undefined && (
    <p class="composer-problem">
      {problem}
      {to.kind === 'topic' && <WhyLink place={{ kind: 'channel', channelId: to.channelId }} deed="post" />}
    </p>
  )
  if (sentence && !hasText) return sentence
  // The text stays, to be taken elsewhere.
  return (
    <>
      {sentence}
      <Box {...{ to, problem }} {...more} />
    </>
  )
})

interface BoxProps extends ComposerProps {
  /** The reason why one cannot write there any more. */
  readonly problem: string | undefined
}

function Box({ to, problem, onSent, suggestion = '' }: BoxProps) {
  const app = useApp()
  const key = destinationKey(to)
  const box = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const laterButton = useRef<HTMLButtonElement>(null)
  const label = useKnown(({ state }) => boxName(state, to))
  const { initial, write, end } = useDraft(to, box)
  const aids = useAids(box, { to, place: to, area, drop: 'conversation', onPosted: () => onSent?.(false) })
  const typing = useTyping(to)
  const { send, sendAt, question } = useSending(to, (isLater) => {
    typing.stop()
    aids.closePreview()
    end()
    onSent?.(isLater)
  })
  const onCommand = (command: Command) => {
    if (command === 'leave') app.commands.run('leave')
    else if (command === 'send later') laterButton.current?.click()
    else aids.onCommand(command)
  }
  return (
    <div ref={area} class={aids.isOver ? 'composer composer-drop' : 'composer'} data-composer>
      <Editor
        box={box}
        label={label}
        initial={initial || suggestion}
        {...aids.editor}
        waitsFor={problem ?? aids.editor.waitsFor}
        onKey={(event) => aids.onKey(event) || (isUpInEmpty(event) && app.commands.run('editLast'))}
        onWrite={write}
        onType={(text) => typing.type(text)}
        onSend={send}
        onCommand={onCommand}
        above={[aids.above, <Notes key="notes" to={to} />]}
        end={({ canSend, send: sendNow }) => [
          // A phone shows it while the box is one empty line, without its tools.
          <VoiceButton key="voice" class="editor-voice-quick" to={to} />,
          <SendButtons
            key={`send ${key}`}
            {...{ canSend, laterButton }}
            entersSend={aids.editor.entersSend}
            waitsFor={problem ?? aids.editor.waitsFor}
            onSend={sendNow}
            onLater={(date) => sendAt(box.current!.value, date)}
          />,
        ]}
      />
      {question}
      {aids.over}
    </div>
  )
}

/** Whether a key is the arrow up in a box without text. */
const isUpInEmpty = ({ key, target, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'ArrowUp' &&
  !(shiftKey || ctrlKey || metaKey || altKey) &&
  target instanceof HTMLTextAreaElement &&
  target.value === ''

/** Content above the text: another text for the same place, things overlooked. */
function Notes({ to }: { readonly to: Destination }) {
  return (
    <>
      <OtherText to={to} />
      {to.kind === 'topic' && to.topic === '' && <GiveTitle to={to} />}
      <CheckLines to={to} />
    </>
  )
}
