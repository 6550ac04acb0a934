import { useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useTimes } from '#parts/messages/use-times.ts'
import { FormFailure } from '#screens/organization/form-failure.tsx'
import { useAttempt } from '#screens/organization/use-attempt.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { FetchNote } from './fetch-note.tsx'
import { useCanSave } from './setting-control.tsx'
import type { Fetched } from './use-fetched.ts'

/** An archive that somebody asked for, as lists show it. Times are UNIX seconds. */
interface Archive {
  readonly id: number
  readonly export_time: number
  readonly finished_timestamp: number | null
  readonly failed_timestamp: number | null
  readonly deleted_timestamp: number | null
  readonly expiry_timestamp: number | null
  readonly export_url: string | null
}

interface ArchiveListProps<T extends Archive> {
  readonly label: string
  /** The newest comes last. */
  readonly fetched: Fetched<readonly T[]>
  readonly titleOf: (archive: T) => string
  /** Deletes an archive on the server. */
  readonly remove: (id: number) => Promise<unknown>
}

/** Archives that end after a week, the newest first. */
export function ArchiveList<T extends Archive>(props: ArchiveListProps<T>) {
  const { label, fetched, titleOf, remove } = props
  const archives = fetched.value
  const app = useApp()
  const [doomed, setDoomed] = useState<T>()
  const { failure, attempt } = useAttempt()
  const confirm = async ({ id }: T) => {
    setDoomed(undefined)
    if (await attempt(remove(id)))
      showToast(app, { name: 'archive', kind: 'status', text: t('settings.archives.deleted') })
  }
  if (archives?.length === 0 && fetched.failure === undefined) return null
  return (
    <>
      <FormFailure text={failure} />
      <FetchNote fetched={fetched} />
      <ul class="setting-list archives" aria-label={label}>
        {archives?.toReversed().map((archive) => (
          <ArchiveRow
            key={archive.id}
            archive={archive}
            title={titleOf(archive)}
            onDelete={() => setDoomed(archive)}
          />
        ))}
      </ul>
      {doomed && (
        <Question
          title={t('settings.archives.question')}
          text={t('settings.archives.question-text')}
          action={t('settings.archives.delete')}
          dangerous
          onClose={() => setDoomed(undefined)}
          onConfirm={() => void confirm(doomed)}
        />
      )}
    </>
  )
}

interface ArchiveRowProps {
  readonly archive: Archive
  readonly title: string
  readonly onDelete: () => void
}

function ArchiveRow({ archive, title, onDelete }: ArchiveRowProps) {
  const canSave = useCanSave()
  const { moment } = useTimes()
  const time = moment(archive.export_time)
  const isPending = archive.finished_timestamp === null && archive.failed_timestamp === null
  return (
    <li>
      <span class="setting-text">
        <span>{title}</span>
        <small role="status">{stateText(archive, moment)}</small>
        {isPending && <progress aria-label={t('settings.archives.pending', { time })} />}
      </span>
      {archive.export_url !== null && (
        <span class="organization-own-picture-acts">
          <a
            class="button"
            href={archive.export_url}
            download
            aria-label={t('settings.archives.download-of', { time })}
          >
            {t('settings.archives.download')}
          </a>
          <button
            type="button"
            class="button"
            disabled={!canSave}
            aria-label={t('settings.archives.delete-of', { time })}
            onClick={onDelete}
          >
            {t('settings.archives.delete')}
          </button>
        </span>
      )}
    </li>
  )
}

function stateText(archive: Archive, moment: (seconds: number) => string): string {
  const time = moment(archive.export_time)
  if (archive.failed_timestamp !== null)
    return t('settings.archives.failed', { time: moment(archive.failed_timestamp) })
  if (archive.deleted_timestamp !== null)
    return t('settings.archives.gone', { time: moment(archive.deleted_timestamp) })
  if (archive.expiry_timestamp === null) return t('settings.archives.pending', { time })
  return t('settings.archives.ready', { time, end: moment(archive.expiry_timestamp) })
}
