import { useId } from 'preact/hooks'
import { actAlone } from '#parts/messages/act-alone.ts'
import { MessageHtml } from '#parts/messages/message-html.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { useReader } from '#parts/messages/use-reader.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import type { Report } from '#state/report-of.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import { actsOf, type Deletion } from './deletions.ts'
import { useDeletions } from './use-deletions.ts'

interface DeletedMessagesProps {
  /** The reports that the reader has: their texts are all that is left of deleted messages. */
  readonly reports: readonly Report[]
}

/** Messages that people deleted from channels: author, place, time, and who did it. */
export function DeletedMessages({ reports }: DeletedMessagesProps) {
  const reader = useReader()
  const canSave = useCanSave()
  const { rows, hasOlder, newest, isBusy, failure, findOlder } = useDeletions()
  return (
    <section class="setting-group" aria-label={t('moderation.deleted-messages')}>
      <p class="setting-note">{t('moderation.deleted-about')}</p>
      <FetchNote fetched={newest} />
      {newest.value && rows.length === 0 && (
        <p class="setting-note" role="status">
          {t('moderation.none-deleted')}
        </p>
      )}
      {rows.length > 0 && (
        <ul class="setting-list deletions" aria-label={t('moderation.deleted-messages')} onClick={actAlone}>
          {actsOf(rows).map((act) => (
            <DeletionRow key={act[0].id} act={act} reports={reports} reader={reader} />
          ))}
        </ul>
      )}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
      {hasOlder && (
        <p>
          <button type="button" class="button" disabled={isBusy || !canSave} onClick={() => void findOlder()}>
            {t(failure === undefined ? 'moderation.deleted-older' : 'settings.try-again')}
          </button>
        </p>
      )}
    </section>
  )
}

interface DeletionRowProps extends DeletedMessagesProps {
  /** Messages that one person deleted in one topic at a time, the newest first. */
  readonly act: readonly [Deletion, ...Deletion[]]
  readonly reader: Reader
}

function DeletionRow({ act, reports, reader }: DeletionRowProps) {
  const state = useKnown((known) => known.state)
  const [{ channel_id: channelId, topic, deleted_by, deleted_at }] = act
  const people = peopleOf(state)
  const senderIds = [...new Set(act.map(({ sender_id }) => sender_id))]
  const newestSent = Math.max(...act.map(({ sent_at }) => sent_at))
  const isOwn = senderIds.length === 1 && senderIds[0] === deleted_by
  const time = reader.times.moment(deleted_at)
  const ids = new Set(act.map(({ message_id }) => message_id))
  const about = reports.filter(({ messageId }) => messageId !== undefined && ids.has(messageId))
  return (
    <li>
      <span class="setting-text">
        <span>
          {t('moderation.deleted-of', {
            count: act.length,
            names: listOf(namesOf(senderIds, people, t('message.unknown-person'))),
          })}
        </span>
        <small>
          {isOwn
            ? t('moderation.deleted-own', { time })
            : t('moderation.deleted-by', {
                name: people.get(deleted_by)?.full_name ?? t('message.unknown-person'),
                time,
              })}{' '}
          {t('moderation.deleted-sent', { count: act.length, time: reader.times.moment(newestSent) })}
        </small>
        <a
          href={addressFor(state, {
            kind: 'conversation',
            conversation: { kind: 'topic', channelId, topic },
          })}
        >
          {destinationTitle(state, { kind: 'topic', channelId, topic })}
        </a>
        {about.map((report) => (
          <ReportedText key={report.id} report={report} reader={reader} />
        ))}
      </span>
    </li>
  )
}

interface ReportedTextProps {
  readonly report: Report
  readonly reader: Reader
}

/** The report of a deleted message, with its text. */
function ReportedText({ report, reader }: ReportedTextProps) {
  const id = useId()
  return (
    <details>
      <summary>{t('moderation.was-reported', { time: reader.times.moment(report.timestamp) })}</summary>
      <MessageHtml id={id} html={report.html} reader={reader} hasAlertWord={false} />
    </details>
  )
}
