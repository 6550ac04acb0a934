import * as wire from '@tagma/contract/wire.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

/** When the server was last backed up, and when a backup was last proved: for owners. */
export function BackupState() {
  const app = useApp()
  const { moment } = useTimes()
  const fetched = useFetched(() => app.client.call(wire.getBackupState, {}))
  const { value } = fetched
  return (
    <section class="setting-group">
      <h2>{t('organization.backups')}</h2>
      <p class="setting-note">{t('organization.backups.about')}</p>
      <p class="setting-note">
        <a href="/help/backup" target="_blank" rel="noopener">
          {t('organization.backups.guide')}
        </a>
      </p>
      <FetchNote fetched={fetched} />
      {value && (
        <ul class="setting-list" aria-label={t('organization.backups')}>
          <li>
            <span class="setting-text">
              {value.made_timestamp === null
                ? t('organization.backups.none')
                : t('organization.backups.made', { time: moment(value.made_timestamp) })}
              <small>
                {t(value.is_scheduled ? 'organization.backups.scheduled' : 'organization.backups.by-hand')}
              </small>
            </span>
          </li>
          <li>
            <span class="setting-text">
              {value.proved_timestamp === null
                ? t('organization.backups.never-proved')
                : t('organization.backups.proved', { time: moment(value.proved_timestamp) })}
              <small>
                {value.proved_backup_timestamp === null
                  ? t('organization.backups.prove')
                  : t('organization.backups.proved-which', { time: moment(value.proved_backup_timestamp) })}
              </small>
            </span>
          </li>
          {value.failed_timestamp !== null && (
            <li>
              <span class="setting-text form-error">
                {t('organization.backups.failed', { time: moment(value.failed_timestamp) })}
              </span>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
