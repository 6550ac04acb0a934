import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { loadTopics } from '#actions/load-topics.ts'
import { showToast } from '#actions/show-toast.ts'
import type { Destination } from '#outbox/destination.ts'
import type { DraftPlace } from '#outbox/drafts.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { CheckLines } from '#parts/composer/check-lines.tsx'
import { Editor } from '#parts/composer/editor.tsx'
import type { Command } from '#parts/composer/keys.ts'
import { SendButtons } from '#parts/composer/send-buttons.tsx'
import { useAids } from '#parts/composer/use-aids.tsx'
import { useDraft } from '#parts/composer/use-draft.ts'
import { useSending } from '#parts/composer/use-sending.tsx'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { Hint } from '#parts/hint/hint.tsx'
import { tooLongText } from '#parts/length-note/length-note.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { isNewcomer } from '#state/first-steps.ts'
import { topicsPolicyOf } from '#state/topics-policy.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { BeginningHead } from './beginning-head.tsx'
import { TopicField } from './topic-field.tsx'
import { topicProblem } from './topic-problem.ts'
import { useTitle } from './use-title.ts'

/** The page for a new topic: first the message, then its title. */
export function NewTopic({ channelId }: { readonly channelId: number }) {
  const app = useApp()
  const channel = useKnown(({ state }) => channelById(state, channelId))
  const policy = useKnown(({ state }) => state && channel && topicsPolicyOf(state, channel))
  const problem = useKnown(
    ({ state }) =>
      writeProblem(state, { kind: 'topic', channelId, topic: '' }) ?? topicProblem(state, channelId),
  )
  useEffect(() => {
    // Such a channel is one conversation: the page leads there.
    if (policy === 'empty_topic_only') openTopic(app, channelId, '')
  }, [app, channelId, policy])
  if (policy === 'empty_topic_only') return null
  return (
    <section class="beginning">
      <BeginningHead>
        {t('beginning.topic')} {channel && <ChannelSign channel={channel} />} {channel?.name}
      </BeginningHead>
      {problem === undefined && channel ? (
        <TopicBox channel={channel} isRequired={policy === 'disable_empty_topic'} />
      ) : (
        <p class="composer-problem">{problem}</p>
      )}
    </section>
  )
}

interface TopicBoxProps {
  readonly channel: Channel
  /** Whether a message of the channel needs a title. */
  readonly isRequired: boolean
}

function TopicBox({ channel, isRequired }: TopicBoxProps) {
  const app = useApp()
  const { stream_id: channelId } = channel
  const box = useRef<HTMLTextAreaElement>(null)
  const topic = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const laterButton = useRef<HTMLButtonElement>(null)
  const [isMissing, setMissing] = useState(false)
  const isNew = useKnown((known) => isNewcomer(known, app.clock.now()))
  const title = useTitle(channelId, isRequired)
  const place = useDraftPlace(channelId, title)
  const { initial, write, end } = useDraft(place, box)
  const to = { kind: 'topic', channelId, topic: title.text.trim() } as const
  const aids = useAids(box, { to, place, area, drop: 'conversation' })
  useEffect(() => {
    box.current?.focus()
    title.onMessage(initial)
    loadTopics(app, channelId).catch(() => {})
  }, [app, channelId])
  const { send, sendAt, question } = useSending(to, (isLater) => {
    aids.closePreview()
    end()
    // A scheduled topic cannot be opened yet. Without going anywhere, the form is ready for the next topic.
    if (isLater || goOn(app, to)) return
    title.clear()
    box.current?.focus()
  })
  const tooLong = tooLongText(title.text, title.most)
  /** Does something with the text, unless a title is missing or too long. */
  const titled = (act: () => void) => {
    if (tooLong === undefined && (to.topic !== '' || !isRequired)) return act()
    setMissing(to.topic === '')
    topic.current?.focus()
  }
  const onWrite = (text: string) => {
    write(text)
    title.onMessage(text)
  }
  const problem = isMissing && to.topic === '' ? t('beginning.title-missing') : tooLong
  return (
    <div
      ref={area}
      class={aids.isOver ? 'composer beginning-box composer-drop' : 'composer beginning-box'}
      data-composer
    >
      {isNew && <Hint name="title" />}
      <Editor
        {...{ box, initial, onWrite }}
        onCommand={(command) => carryOut(command, app, aids, laterButton)}
        {...aids.editor}
        label={t('beginning.message', { channel: channel.name })}
        onKey={aids.onKey}
        onSend={(text) => titled(() => send(text))}
        above={[aids.above, <CheckLines key="checks" to={to} place={place} />]}
        below={<TopicField {...{ channelId, title, isRequired, problem }} input={topic} />}
        end={({ canSend, send: sendNow }) => (
          <SendButtons
            {...{ canSend, laterButton }}
            entersSend={aids.editor.entersSend}
            waitsFor={aids.editor.waitsFor}
            onSend={sendNow}
            onLater={(date) => titled(() => sendAt(box.current!.value, date))}
          />
        )}
      />
      {question}
      {aids.over}
    </div>
  )
}

/** Where the draft is kept. The server refuses one whose title is too long. */
const useDraftPlace = (channelId: number, { text, most }: { readonly text: string; readonly most: number }) =>
  useMemo(
    (): DraftPlace => ({ kind: 'new topic', channelId, topic: [...text].slice(0, most).join('') }),
    [channelId, text, most],
  )

function carryOut(
  command: Command,
  { commands }: App,
  aids: ReturnType<typeof useAids>,
  laterButton: RefObject<HTMLButtonElement | null>,
): void {
  if (command === 'leave') commands.run('leave')
  else if (command === 'send later') laterButton.current?.click()
  else aids.onCommand(command)
}

/** Goes to a topic that has just begun or, if the reader's settings say so, only tells of it. Returns whether it went there. */
function goOn(app: App, to: Destination & { readonly kind: 'topic' }): boolean {
  const { state } = app.store.get()
  const open = () => openTopic(app, to.channelId, to.topic)
  if (state?.user_settings?.web_navigate_to_sent_message !== false) {
    open()
    return true
  }
  showToast(app, {
    name: 'begun',
    kind: 'status',
    text: t('beginning.sent', { name: destinationTitle(state, to) }),
    action: { label: t('beginning.open'), run: open },
  })
  return false
}

/** Opens a topic in place of this page, so that Back leads to where one was before. */
function openTopic(app: App, channelId: number, topic: string): void {
  const { state } = app.store.get()
  const view = viewOf({ channelId, topic, userIds: undefined }, state?.user_id ?? 0)
  app.go(addressFor(state, view), { replace: true })
}
