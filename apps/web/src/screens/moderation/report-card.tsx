import { useId, useState } from 'preact/hooks'
import { reopenReport } from '#actions/settle-report.ts'
import { showError } from '#actions/show-error.ts'
import { keyOf } from '#keys/key-map.ts'
import { MessageHtml } from '#parts/messages/message-html.tsx'
import { useReader } from '#parts/messages/use-reader.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor, viewOf } from '#state/addresses.ts'
import { peopleOf } from '#state/people.ts'
import type { Report } from '#state/report-of.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import { type Asked, type Deed, ReportDialogs } from './report-dialogs.tsx'
import { type ReportAct, useReportActs } from './use-report-acts.ts'

interface ReportCardProps {
  readonly report: Report
  /** The number of other reports of the same person. */
  readonly others: number
}

/** A report: its author, the reported person, the message then and now, and the ways to settle it. */
export function ReportCard({ report, others }: ReportCardProps) {
  const id = useId()
  const reader = useReader()
  const [asked, setAsked] = useState<Asked>()
  const [deeds, setDeeds] = useState<ReadonlySet<Deed>>(new Set())
  const people = useKnown(({ state }) => peopleOf(state))
  const sender = people.get(report.senderId ?? -1)
  const addDeed = (deed: Deed) => setDeeds((before) => new Set([...before, deed]))
  const acts = useReportActs(report, setAsked, addDeed)
  const isSettled = report.settledBy.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || isSettled) return
    const pressed = keyOf(event).toLowerCase()
    const act = acts.find(({ key, reason }) => key.toLowerCase() === pressed && reason === undefined)?.act
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // The queue is worked off by keys: each report is a stop, and its keys act on it.
    <article
      class="report"
      data-report={report.id}
      tabIndex={0}
      aria-labelledby={`${id}-title`}
      onKeyDown={onKeyDown}
    >
      <h2 id={`${id}-title`} dir="auto">
        {t('moderation.report-of', {
          reporter: people.get(report.reporterId)?.full_name ?? t('message.unknown-person'),
          sender: sender?.full_name ?? t('moderation.unknown-sender'),
        })}
      </h2>
      <ReportFacts report={report} others={others} time={reader.times.exact(report.timestamp)} />
      <MessageHtml id={`${id}-report`} html={report.html} reader={reader} hasAlertWord={false} />
      <MessageNow report={report} />
      {isSettled ? <Settled report={report} /> : <ActButtons acts={acts} />}
      {asked && (
        <ReportDialogs {...{ asked, report, deeds }} onDone={addDeed} onClose={() => setAsked(undefined)} />
      )}
    </article>
  )
}

interface ReportFactsProps extends ReportCardProps {
  readonly time: string
}

function ReportFacts({ report: { senderId, channelId, topic, id }, others, time }: ReportFactsProps) {
  const state = useKnown((known) => known.state)
  const sender = peopleOf(state).get(senderId ?? -1)
  return (
    <p class="report-facts">
      <span>{time}</span>
      {others > 0 && <span>{t('moderation.reports-before', { count: others })}</span>}
      {sender && (
        <a
          href={addressFor(state, {
            kind: 'search',
            terms: [{ operator: 'sender', operand: sender.user_id }],
          })}
        >
          {t('moderation.history')}
        </a>
      )}
      {sender && (
        <a href={addressFor(state, { kind: 'user', userId: sender.user_id })}>
          {t('moderation.person', { name: sender.full_name })}
        </a>
      )}
      <a
        href={addressFor(state, {
          kind: 'conversation',
          conversation: { kind: 'topic', channelId, topic },
          at: { near: id },
        })}
      >
        {t('moderation.decision')}
      </a>
    </p>
  )
}

/** The reported message as it is now, if it is there and the reader may read it. */
function MessageNow({ report: { messageId } }: { readonly report: Report }) {
  const id = useId()
  const reader = useReader()
  const state = useKnown((known) => known.state)
  const message = useKnown(({ messages }) =>
    messageId === undefined ? undefined : messages.byId.get(messageId),
  )
  if (messageId === undefined) return <p class="setting-note">{t('moderation.direct')}</p>
  if (!message) return <p class="setting-note">{t('moderation.gone')}</p>
  const view = viewOf({ channelId: message.stream_id, topic: message.subject, userIds: [] }, -1)
  const address =
    view.kind === 'conversation' ? addressFor(state, { ...view, at: { near: message.id } }) : undefined
  return (
    <div class="report-now">
      <p class="setting-note">
        {t('moderation.still-there')} <a href={address}>{t('moderation.in-place')}</a>
      </p>
      <MessageHtml id={id} html={message.content} reader={reader} hasAlertWord={false} />
    </div>
  )
}

function Settled({ report }: { readonly report: Report }) {
  const app = useApp()
  const canSave = useCanSave()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const people = useKnown(({ state }) => peopleOf(state))
  const names = report.settledBy.map((each) => people.get(each)?.full_name ?? t('message.unknown-person'))
  return (
    <p class="report-acts">
      <span>{t('moderation.settled-by', { names: listOf(names) })}</span>
      {report.settledBy.includes(ownId) ? (
        <button
          type="button"
          class="button"
          disabled={!canSave}
          onClick={() => void reopenReport(app, report).catch((error: unknown) => showError(app, error))}
        >
          {t('moderation.reopen')}
        </button>
      ) : (
        <span class="setting-note">{t('moderation.only-them')}</span>
      )}
    </p>
  )
}

function ActButtons({ acts }: { readonly acts: readonly ReportAct[] }) {
  const reasons = [...new Set(acts.flatMap(({ reason }) => reason ?? []))]
  return (
    <>
      <div class="report-acts">
        {acts.map(({ key, label, reason, act }) => (
          <button
            key={key}
            type="button"
            class={key === 'Enter' ? 'button button-main' : 'button'}
            aria-keyshortcuts={key}
            title={reason}
            disabled={reason !== undefined}
            onClick={act}
          >
            {label}
          </button>
        ))}
      </div>
      {reasons.map((text) => (
        <small key={text} class="setting-note">
          {text}
        </small>
      ))}
    </>
  )
}
