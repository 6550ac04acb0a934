import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useId, useState } from 'preact/hooks'
import { moveMessages, type Move } from '#actions/move-messages.ts'
import { channelById } from '#state/channels.ts'
import { windowOf } from '#state/message-window.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { topicName } from './conversation-title.ts'
import { FormDialog } from './form-dialog.tsx'
import { type Actor, outReason, withinReason } from './message-rights.ts'

interface MoveDialogProps {
  readonly message: Message
  /** Ids of all messages that move, if several were selected. */
  readonly several: readonly number[] | undefined
  /** Whether they go to a topic that is new. */
  readonly isSplit: boolean
  readonly onDone: () => void
  readonly actorOf: (channelId: number | undefined) => Actor
  readonly onClose: () => void
}

/** The most topics that are suggested. */
const mostSuggestions = 100

const modes: readonly PropagateMode[] = ['change_one', 'change_later', 'change_all']

/** Asks to which channel and topic messages go, and which ones. Says what the conversations are after it. */
export function MoveDialog({ message, several, isSplit, actorOf, onClose, onDone }: MoveDialogProps) {
  const app = useApp()
  const from = { channelId: message.stream_id ?? 0, topic: message.subject }
  const [to, setTo] = useState(isSplit ? { ...from, topic: '' } : from)
  const [mode, setMode] = useState<PropagateMode>(several ? 'change_one' : 'change_later')
  const [notices, setNotices] = useState<Notices>({ oldNotice: false, newNotice: true })
  const topics = useKnown((known) => known.topics.get(to.channelId)?.topics)
  const window = useKnown((known) => windowOf(known, viewOfTopic(from)))
  const counts = countsIn(window, message.id)
  const target = { ...to, topic: to.topic.trim() }
  const isMerge = topics?.has(target.topic.toLowerCase()) ?? false
  const isSame = target.channelId === from.channelId && target.topic === from.topic
  const isUntitled = isSplit && target.topic === ''
  const reason =
    moveReason(actorOf(from.channelId), from, to) ?? (isUntitled ? t('move.new-topic-missing') : undefined)
  const { state } = app.store.get()
  return (
    <FormDialog
      title={t(isSplit ? 'move.split' : 'move.title')}
      action={t('move.move')}
      isDisabled={isSame || reason !== undefined}
      onClose={onClose}
      onSend={async () => {
        const ids = mode === 'change_one' ? (several ?? [message.id]) : counts[mode]
        await moveMessages(app, { id: message.id, from, to: target, mode, ...notices, ids, isMerge })
        onDone()
      }}
    >
      <TargetFields to={to} onChange={setTo} />
      {several ? (
        <p>{t('move.selected', { count: several.length })}</p>
      ) : (
        <fieldset class="form-choices">
          <legend>{t('move.which')}</legend>
          {modes.map((each) => (
            <label key={each}>
              <input type="radio" name="mode" checked={mode === each} onChange={() => setMode(each)} />
              <span>{modeText(each, counts)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <NoticeFields notices={notices} onChange={setNotices} />
      <p class="form-preview" role="status" dir="auto">
        {reason ?? (isSame ? t('move.same') : preview(state, target, isMerge))}
      </p>
    </FormDialog>
  )
}

function TargetFields({ to, onChange }: { readonly to: Target; readonly onChange: (to: Target) => void }) {
  const names = useId()
  const channels = useKnown(({ state }) => state?.subscriptions)
  const topics = useKnown((known) => known.topics.get(to.channelId)?.topics)
  const most = useKnown(({ state }) => state?.max_topic_length ?? 60)
  const empty = useKnown(({ state }) => topicName(state, ''))
  return (
    <>
      <label class="form-field">
        <span>{t('move.channel')}</span>
        <select
          class="field"
          value={to.channelId}
          onChange={(event) => onChange({ ...to, channelId: Number(event.currentTarget.value) })}
        >
          {(channels ?? [])
            .filter((channel) => !channel.is_archived)
            .map((channel) => (
              <option key={channel.stream_id} value={channel.stream_id}>
                {channel.name}
              </option>
            ))}
        </select>
      </label>
      <label class="form-field">
        <span>{t('move.topic')}</span>
        <input
          class="field"
          dir="auto"
          autofocus
          list={names}
          value={to.topic}
          placeholder={empty}
          maxLength={most}
          onInput={(event) => onChange({ ...to, topic: event.currentTarget.value })}
        />
      </label>
      <datalist id={names}>
        {[...(topics?.values() ?? [])].slice(0, mostSuggestions).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

type Notices = Pick<Move, 'oldNotice' | 'newNotice'>

function NoticeFields({
  notices,
  onChange,
}: {
  readonly notices: Notices
  readonly onChange: (to: Notices) => void
}) {
  const { oldNotice, newNotice } = notices
  return (
    <fieldset class="form-choices">
      <legend>{t('move.notices')}</legend>
      <label>
        <input
          type="checkbox"
          checked={newNotice}
          onChange={() => onChange({ oldNotice, newNotice: !newNotice })}
        />
        <span>{t('move.new-notice')}</span>
      </label>
      <label>
        <input
          type="checkbox"
          checked={oldNotice}
          onChange={() => onChange({ oldNotice: !oldNotice, newNotice })}
        />
        <span>{t('move.old-notice')}</span>
      </label>
    </fieldset>
  )
}

type Target = { readonly channelId: number; readonly topic: string }
type Counts = Readonly<Record<'change_later' | 'change_all', readonly number[] | undefined>>

const viewOfTopic = (target: Target) =>
  ({ kind: 'conversation', conversation: { kind: 'topic', ...target } }) as const

/** Finds the messages that would move, where the page holds all of them. */
function countsIn(window: ReturnType<typeof windowOf>, id: number): Counts {
  if (!window?.hasNewest) return { change_later: undefined, change_all: undefined }
  return {
    change_later: window.ids.filter((each) => each >= id),
    change_all: window.hasOldest ? window.ids : undefined,
  }
}

function modeText(mode: PropagateMode, counts: Counts): string {
  if (mode === 'change_one') return t('move.one')
  const known = counts[mode]
  const name = mode === 'change_later' ? 'later' : 'all'
  return known ? t(`move.${name}-count`, { count: known.length }) : t(`move.${name}`)
}

function preview(state: Actor['state'] | undefined, to: Target, isMerge: boolean): string {
  const values = {
    channel: channelById(state, to.channelId)?.name ?? '',
    topic: topicName(state, to.topic.trim()),
  }
  return t(isMerge ? 'move.merges' : 'move.begins', values)
}

function moveReason(actor: Actor, from: Target, to: Target): string | undefined {
  return from.channelId === to.channelId ? withinReason(actor) : outReason(actor)
}
