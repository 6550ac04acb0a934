import type { Answer } from '@tagma/contract/define.ts'
import type { getRealmExports } from '@tagma/contract/endpoints/exports/get-realm-exports.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useTimes } from '#parts/messages/use-times.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { FormFailure } from './form-failure.tsx'
import { useAttempt } from './use-attempt.ts'

type Export = Answer<typeof getRealmExports>['exports'][number]

/** All exports that were ever asked for, newest first. It follows those that are being made. */
export function ExportList() {
  const app = useApp()
  const fetched = useFetched(async () => {
    const answer = await app.client.call(wire.getRealmExports, {})
    return answer.exports
  }, 'realm_export')
  const exports = fetched.value
  const [doomed, setDoomed] = useState<Export>()
  const { failure, attempt } = useAttempt()
  const remove = async ({ id: export_id }: Export) => {
    setDoomed(undefined)
    if (await attempt(app.client.call(wire.deleteRealmExport, { export_id })))
      showToast(app, { name: 'export', kind: 'status', text: t('organization.exports.deleted') })
  }
  return (
    <section class="setting-group">
      <h2>{t('organization.exports.list')}</h2>
      <FormFailure text={failure} />
      <FetchNote fetched={fetched} />
      {exports?.length === 0 && <p class="setting-note">{t('organization.exports.none')}</p>}
      {exports && exports.length > 0 && (
        <ul class="setting-list" aria-label={t('organization.exports.list')}>
          {exports.toReversed().map((each) => (
            <ExportRow key={each.id} made={each} onDelete={() => setDoomed(each)} />
          ))}
        </ul>
      )}
      {doomed && (
        <Question
          title={t('organization.exports.question')}
          text={t('organization.exports.question-text')}
          action={t('organization.exports.delete')}
          dangerous
          onClose={() => setDoomed(undefined)}
          onConfirm={() => void remove(doomed)}
        />
      )}
    </section>
  )
}

interface ExportRowProps {
  readonly made: Export
  readonly onDelete: () => void
}

function ExportRow({ made, onDelete }: ExportRowProps) {
  const canSave = useCanSave()
  const name = useKnown(({ state }) => peopleOf(state).get(made.acting_user_id)?.full_name ?? '?')
  const { moment } = useTimes()
  const time = moment(made.export_time)
  return (
    <li>
      <span class="setting-text">
        <span>{t(`organization.exports.${made.export_type}`)}</span>
        <small>{t('organization.exports.of', { time, name })}</small>
        <small role="status">{stateText(made, moment)}</small>
        {made.pending && <progress aria-label={t('organization.exports.pending')} />}
      </span>
      {made.export_url !== null && (
        <span class="organization-own-picture-acts">
          <a
            class="button"
            href={made.export_url}
            download
            aria-label={t('organization.exports.download-of', { time })}
          >
            {t('organization.exports.download')}
          </a>
          <button
            type="button"
            class="button"
            disabled={!canSave}
            aria-label={t('organization.exports.delete-of', { time })}
            onClick={onDelete}
          >
            {t('organization.exports.delete')}
          </button>
        </span>
      )}
    </li>
  )
}

function stateText(made: Export, moment: (seconds: number) => string): string {
  if (made.pending) return t('organization.exports.pending')
  if (made.failed_timestamp !== null)
    return t('organization.exports.failed', { time: moment(made.failed_timestamp) })
  if (made.deleted_timestamp !== null)
    return t('organization.exports.deleted-on', { time: moment(made.deleted_timestamp) })
  return t(made.export_from_prior_server ? 'organization.exports.elsewhere' : 'organization.exports.ready')
}
