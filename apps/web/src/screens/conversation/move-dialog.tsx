import { ApiError } from '@tagma/client/api-error.ts'
import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { loadTopics } from '#actions/load-topics.ts'
import { mostSingly, moveMessages, type Move, undoProblem } from '#actions/move-messages.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useSubscribers } from '#parts/use-subscribers.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { windowOf } from '#state/message-window.ts'
import type { Moving } from '#state/moving.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { topicName } from './conversation-title.ts'
import { losingAccess } from './losing-access.ts'
import { type Actor, outReason, withinReason } from './message-rights.ts'
import { moveTargets, targetProblem } from './move-target.ts'

interface MoveDialogProps {
  readonly message: Moving['message']
  /** Ids of all messages that move, if several were selected. */
  readonly several?: Moving['several'] | undefined
  /** Where they go, and which ones, at first. */
  readonly to?: Moving['to']
  readonly mode?: Moving['mode']
  /** Whether they go to a topic that is new. */
  readonly isSplit?: boolean
  readonly onDone?: () => void
  readonly actorOf: (channelId: number | undefined) => Actor
  readonly onClose: () => void
}

/** The most topics that are suggested. */
const mostSuggestions = 100

const modes: readonly PropagateMode[] = ['change_one', 'change_later', 'change_all']

/** Asks to which channel and topic messages go, and which ones. Says what the conversations are after it. */
export function MoveDialog(props: MoveDialogProps) {
  const { message, several, isSplit = false, actorOf, onClose, onDone } = props
  const app = useApp()
  const from = { channelId: message.stream_id ?? 0, topic: message.subject }
  const [to, setTo] = useState(props.to ?? (isSplit ? { ...from, topic: '' } : from))
  const [mode, setMode] = useState<PropagateMode>(several ? 'change_one' : (props.mode ?? 'change_later'))
  const [notices, setNotices] = useState<Notices>({ oldNotice: false, newNotice: true })
  const topics = useTopicsOf(to.channelId)
  const window = useKnown((known) => windowOf(known, viewOfTopic(from)))
  const counts = countsIn(window, message.id)
  const target = { ...to, topic: to.topic.trim() }
  const isMerge = topics?.topics.has(target.topic.toLowerCase()) ?? false
  const isSame = target.channelId === from.channelId && target.topic === from.topic
  const isUntitled = isSplit && target.topic === ''
  const { state } = app.store.get()
  const reason =
    moveReason(actorOf(from.channelId), from, to) ??
    (isSame ? undefined : targetProblem(state, from, { ...target, isNew: !isMerge })) ??
    (isUntitled ? t('move.new-topic-missing') : undefined)
  const losing = useLosing(from.channelId, to.channelId)
  const ids = mode === 'change_one' ? (several ?? [message.id]) : counts[mode]
  // If the page does not know all topics, the target may already have messages, which Undo must leave there.
  const joins = isMerge || topics?.isWhole !== true
  const noUndo = isMerge ? undoProblem({ isMerge, ids }) : undefined
  const move = async (what: Pick<Move, 'id' | 'mode' | 'ids'>) => {
    await moveMessages(app, { from, to: target, ...notices, ...what, isMerge: joins })
    onDone?.()
  }
  return (
    <FormDialog
      title={t(isSplit ? 'move.split' : 'move.title')}
      action={t('move.move')}
      isDisabled={isSame || reason !== undefined}
      onClose={onClose}
      onSend={() => move({ id: message.id, mode, ids })}
      remedyFor={(error) => remedyFor(error, window, move)}
    >
      <TargetFields from={from.channelId} to={to} onChange={setTo} />
      {several ? (
        <p>{t('move.selected', { count: several.length })}</p>
      ) : (
        <ModeFields {...{ mode, counts }} onChange={setMode} />
      )}
      <NoticeFields notices={notices} onChange={setNotices} />
      <p class="form-preview" role="status" dir="auto">
        {reason ?? (isSame ? t('move.same') : preview(state, target, isMerge))}
        {reason === undefined && !isSame && ` ${rest(state, from, window, ids)}`}
      </p>
      {reason === undefined && !isSame && noUndo && (
        <p class="form-preview form-warning" role="status">
          {noUndo === 'many' ? t('move.no-undo-many', { most: mostSingly }) : t('move.no-undo-unknown')}
        </p>
      )}
      {reason === undefined && losing > 0 && (
        <p class="form-preview form-warning" role="status">
          {ids
            ? t('move.lose-count', { messages: ids.length, people: losing })
            : t('move.lose', { people: losing })}
        </p>
      )}
    </FormDialog>
  )
}

/** Returns how many people would no longer see what goes from one channel to another. */
function useLosing(from: number, to: number): number {
  const state = useKnown((known) => known.state)
  // The subscribers of one channel are not asked for while nothing leaves it.
  const here = useSubscribers(from === to ? undefined : from)
  const there = useSubscribers(from === to ? undefined : to)
  return useMemo(
    () => losingAccess(state, { channelId: from, subscribers: here }, { channelId: to, subscribers: there }),
    [state, from, to, here, there],
  )
}

/** Offers to move the newest messages, where the others are too old. */
function remedyFor(
  error: unknown,
  window: ReturnType<typeof windowOf>,
  move: (what: Pick<Move, 'id' | 'mode' | 'ids'>) => Promise<void>,
) {
  if (!(error instanceof ApiError) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return undefined
  const { first_message_id_allowed_to_move: id, total_messages_allowed_to_move: count } = error.fields
  if (typeof id !== 'number' || typeof count !== 'number') return undefined
  const ids = window?.hasNewest ? window.ids.filter((each) => each >= id) : undefined
  return { label: t('move.newest', { count }), send: () => move({ id, mode: 'change_later', ids }) }
}

interface TargetFieldsProps {
  /** The channel that the messages are in. */
  readonly from: number
  readonly to: Target
  readonly onChange: (to: Target) => void
}

function TargetFields({ from, to, onChange }: TargetFieldsProps) {
  const names = useId()
  const known = useKnown(({ state }) => state)
  const { own, others } = useMemo(() => moveTargets(known, from), [known, from])
  const topics = useKnown(({ topics: all }) => all.get(to.channelId)?.topics)
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
          {others.length === 0 ? (
            <ChannelOptions channels={own} />
          ) : (
            <>
              <optgroup label={t('move.own-channels')}>
                <ChannelOptions channels={own} />
              </optgroup>
              <optgroup label={t('move.other-channels')}>
                <ChannelOptions channels={others} />
              </optgroup>
            </>
          )}
        </select>
      </label>
      <TextField
        label={t('move.topic')}
        takesFocus
        list={names}
        value={to.topic}
        placeholder={empty}
        most={most}
        onText={(topic) => onChange({ ...to, topic })}
      />
      <datalist id={names}>
        {[...(topics?.values() ?? [])].slice(0, mostSuggestions).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

function ChannelOptions({ channels }: { readonly channels: readonly Channel[] }) {
  return channels.map(({ stream_id: id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}

interface ModeFieldsProps {
  readonly mode: PropagateMode
  readonly counts: Counts
  readonly onChange: (mode: PropagateMode) => void
}

function ModeFields({ mode, counts, onChange }: ModeFieldsProps) {
  return (
    <fieldset class="form-choices">
      <legend>{t('move.which')}</legend>
      {modes.map((each) => (
        <label key={each}>
          <input type="radio" name="mode" checked={mode === each} onChange={() => onChange(each)} />
          <span>{modeText(each, counts)}</span>
        </label>
      ))}
    </fieldset>
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

/** Says how many messages stay where they are, where the page knows all. */
function rest(
  state: Actor['state'] | undefined,
  from: Target,
  window: ReturnType<typeof windowOf>,
  moving: readonly number[] | undefined,
): string {
  if (!window?.hasOldest || !window.hasNewest || !moving) return ''
  return t('move.rest', {
    count: window.ids.length - moving.length,
    channel: channelById(state, from.channelId)?.name ?? '',
    topic: topicName(state, from.topic),
  })
}

/** Returns the known topics of a channel, and asks for the others. */
function useTopicsOf(channelId: number) {
  const app = useApp()
  const known = useKnown(({ topics }) => topics.get(channelId))
  const isWhole = known?.isWhole === true
  useEffect(() => {
    if (!isWhole) void loadTopics(app, channelId)
  }, [app, channelId, isWhole])
  return known
}

function moveReason(actor: Actor, from: Target, to: Target): string | undefined {
  return from.channelId === to.channelId ? withinReason(actor) : outReason(actor)
}
