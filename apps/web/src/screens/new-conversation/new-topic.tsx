import { SendHorizontal } from 'lucide'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { loadTopics } from '#actions/load-topics.ts'
import { sendMessage } from '#actions/send-message.ts'
import type { DraftPlace } from '#outbox/drafts.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { useCompletion } from '#parts/completion/use-completion.tsx'
import { Editor } from '#parts/composer/editor.tsx'
import { InsertTools } from '#parts/composer/insert-tools.tsx'
import { useDraft } from '#parts/composer/use-draft.ts'
import { UploadList, useUploads } from '#parts/composer/use-uploads.tsx'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { Hint } from '#parts/hint/hint.tsx'
import { Icon } from '#parts/icon.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { type Channel, channelById } from '#state/channels.ts'
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
    // Such a channel is one conversation.
    if (policy === 'empty_topic_only') openTopic(app, channelId, '')
  }, [app, channelId, policy])
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
  const most = useKnown(({ state }) => state?.max_message_length ?? 10_000)
  const entersSend = useKnown(({ state }) => state?.user_settings?.enter_sends ?? false)
  const box = useRef<HTMLTextAreaElement>(null)
  const topic = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  const isNew = useKnown((known) => isNewcomer(known, app.clock.now()))
  const title = useTitle(channelId, isRequired)
  const place = useMemo(
    (): DraftPlace => ({ kind: 'new topic', channelId, topic: title.text }),
    [channelId, title.text],
  )
  const { initial, write, end } = useDraft(place, box)
  const completion = useCompletion(box, { kind: 'topic', channelId, topic: title.text })
  const { add, waitsFor } = useUploads(place)
  useEffect(() => {
    box.current?.focus()
    title.onMessage(initial)
    loadTopics(app, channelId).catch(() => {})
  }, [app, channelId])

  const send = (text: string) => {
    const name = title.text.trim()
    if (name === '' && isRequired) {
      setMissing(true)
      topic.current?.focus()
      return
    }
    sendMessage(app, { kind: 'topic', channelId, topic: name }, text)
    end()
    openTopic(app, channelId, name)
  }
  const onWrite = (text: string) => {
    write(text)
    title.onMessage(text)
  }
  const hasProblem = isMissing && title.text.trim() === ''
  return (
    <div class="composer beginning-box" data-composer>
      {isNew && <Hint name="title" />}
      <Editor
        {...{ box, initial, most, entersSend, waitsFor, onWrite }}
        label={t('beginning.message', { channel: channel.name })}
        attributes={completion.attributes}
        onKey={completion.onKey}
        onSend={send}
        onCommand={(command) => command === 'leave' && app.commands.run('leave')}
        above={[completion.list, <UploadList key="uploads" to={place} />]}
        below={<TopicField input={topic} title={title} isRequired={isRequired} hasProblem={hasProblem} />}
        tools={<InsertTools box={box} onFiles={add} />}
        end={({ canSend, send: sendNow }) => (
          <button type="button" class="button button-main" disabled={!canSend} onClick={sendNow}>
            <Icon of={SendHorizontal} size={1} turns />
            {t('compose.send')}
          </button>
        )}
      />
    </div>
  )
}

/** Opens a topic in place of this page, so that Back leads to where one was before. */
function openTopic(app: App, channelId: number, topic: string): void {
  const { state } = app.store.get()
  const view = viewOf({ channelId, topic, userIds: undefined }, state?.user_id ?? 0)
  app.go(addressFor(state, view), { replace: true })
}
