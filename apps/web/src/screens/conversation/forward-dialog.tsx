import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sendMessage } from '#actions/send-message.ts'
import { showToast } from '#actions/show-toast.ts'
import type { Destination } from '#outbox/destination.ts'
import { Combobox } from '#parts/combobox/combobox.tsx'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { topicName } from './conversation-title.ts'
import { type ForwardTarget, forwardTargets } from './forward-targets.ts'
import { quoteOf } from './quote.ts'

interface ForwardDialogProps {
  /** The messages, oldest first. */
  readonly messages: readonly Message[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Sends quotes of messages to another conversation, as one message, with words of one's own. */
export function ForwardDialog({ messages, onClose, onDone }: ForwardDialogProps) {
  const app = useApp()
  const known = useKnown((all) => all)
  const { state } = known
  const [query, setQuery] = useState('')
  const [target, setTarget] = useState<ForwardTarget>()
  const [topic, setTopic] = useState('')
  const [note, setNote] = useState('')
  const next = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (target) next.current?.focus()
  }, [target])
  const options = useMemo(() => forwardTargets(known, query), [known.state, known.topics, query])
  const to = target && destinationOf(target, topic)
  const problem = to && writeProblem(state, to)
  return (
    <FormDialog
      title={t('acting.forward-title')}
      action={t('acting.forward-act')}
      isDisabled={!to || problem !== undefined}
      onClose={onClose}
      onSend={async () => {
        if (!to || !target) return
        await forward(app, messages, { to, name: target.label, note: note.trim() })
        onDone()
      }}
    >
      <TargetField
        text={target?.label ?? query}
        options={options}
        onText={(text) => {
          setTarget(undefined)
          setQuery(text)
        }}
        onChoose={setTarget}
      />
      {target?.kind === 'channel' && (
        <TextField
          field={next}
          label={t('acting.forward-topic')}
          value={topic}
          most={state?.max_topic_length ?? 60}
          placeholder={topicName(state, '')}
          onText={setTopic}
        />
      )}
      <label class="form-field">
        <span>{t('acting.forward-note')}</span>
        <textarea
          ref={target?.kind === 'channel' ? undefined : next}
          class="field"
          dir="auto"
          rows={3}
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      {problem !== undefined && (
        <p class="form-error" role="alert">
          {problem}
        </p>
      )}
    </FormDialog>
  )
}

interface Forwarded {
  readonly to: Destination
  /** The name of the conversation. */
  readonly name: string
  readonly note: string
}

/** Sends the quotes, and goes to them or says where they went, as the settings have it. */
async function forward(app: App, messages: readonly Message[], { to, name, note }: Forwarded): Promise<void> {
  const quotes = await Promise.all(messages.map((message) => quoteOf(app, message)))
  sendMessage(app, to, [note, ...quotes].filter(Boolean).join('\n\n'))
  const { state } = app.store.get()
  const address = addressFor(state, viewOfDestination(to, state?.user_id ?? -1))
  if (state?.user_settings?.web_navigate_to_sent_message !== false) return app.go(address)
  showToast(app, {
    name: 'forwarded',
    kind: 'status',
    text: t('acting.forwarded', { name }),
    action: { label: t('acting.forward-open'), run: () => app.go(address) },
  })
}

function destinationOf(target: ForwardTarget, topic: string): Destination {
  if (target.kind === 'channel') return { kind: 'topic', channelId: target.channelId, topic: topic.trim() }
  return target.to
}

const viewOfDestination = (to: Destination, ownId: number) =>
  viewOf(
    to.kind === 'topic'
      ? { channelId: to.channelId, topic: to.topic, userIds: undefined }
      : { channelId: undefined, topic: '', userIds: to.userIds },
    ownId,
  )

interface TargetFieldProps {
  readonly text: string
  readonly options: readonly ForwardTarget[]
  readonly onText: (text: string) => void
  readonly onChoose: (target: ForwardTarget) => void
}

function TargetField(props: TargetFieldProps) {
  return (
    <div class="form-field">
      <span aria-hidden="true">{t('acting.forward-to')}</span>
      <Combobox
        {...props}
        label={t('acting.forward-to')}
        placeholder={t('acting.forward-find')}
        isBelow
        takesFirst
        draw={({ label, detail }) => (
          <>
            <span class="option-text" dir="auto">
              {label}
            </span>
            <span class="option-text option-detail" dir="auto">
              {detail}
            </span>
          </>
        )}
      />
    </div>
  )
}
