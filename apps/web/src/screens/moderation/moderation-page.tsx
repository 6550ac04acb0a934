import { useState } from 'preact/hooks'
import { PageHead } from '#parts/page/page-head.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { reportAccess } from '#state/report-access.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ReportCard } from './report-card.tsx'
import { useNextReport } from './use-next-report.ts'
import { useReports } from './use-reports.ts'

/** Reports of messages as a queue, with what moderators do about them. Who reads the moderators' channel sees them. */
export function ModerationPage() {
  const channelId = useKnown(({ state }) => state?.realm_moderation_request_channel_id ?? -1)
  const access = useKnown(({ state }) => reportAccess(state))
  const isAdministrator = useKnown(({ state }) => state?.is_admin === true)
  return (
    <section class="page settings" aria-label={t('moderation.title')}>
      <PageHead title={t('moderation.title')} back="#places" />
      <div class="page-scroll" tabIndex={-1}>
        <div class="page-inner settings-inner">
          {access === 'off' && (
            <>
              <p class="setting-note">
                {t('moderation.off')} {!isAdministrator && t('moderation.who-chooses')}
              </p>
              {isAdministrator && (
                <p>
                  <a class="button" href="#organization/organization-settings">
                    {t('moderation.choose')}
                  </a>
                </p>
              )}
            </>
          )}
          {access === 'not-in' && <p class="setting-note">{t('moderation.not-yours')}</p>}
          {access === 'in' && <Queue key={channelId} channelId={channelId} />}
        </div>
      </div>
    </section>
  )
}

const tabs = ['open', 'settled'] as const

function Queue({ channelId }: { readonly channelId: number }) {
  const canSave = useCanSave()
  const { reports, failure, reload } = useReports(channelId)
  const [tab, setTab] = useState<(typeof tabs)[number]>('open')
  const isSettled = tab === 'settled'
  const shown = reports?.filter(({ settledBy }) => settledBy.length > 0 === isSettled)
  const list = useNextReport((shown ?? []).map(({ id }) => id))
  return (
    <>
      <p class="setting-note">{t('moderation.about')}</p>
      {!canSave && (
        <p class="setting-offline" role="status">
          {t('moderation.offline')}
        </p>
      )}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}{' '}
          <button type="button" class="button-link" onClick={reload}>
            {t('person.try-again')}
          </button>
        </p>
      )}
      <div class="report-acts" role="group" aria-label={t('moderation.title')}>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            class="button"
            aria-pressed={each === tab}
            onClick={() => setTab(each)}
          >
            {t(`moderation.${each}`)}
          </button>
        ))}
      </div>
      {!reports && failure === undefined && canSave && <p role="status">{t('moderation.loading')}</p>}
      {shown?.length === 0 && (
        <p class="setting-note" role="status">
          {t(isSettled ? 'moderation.none-settled' : 'moderation.none-open')}
        </p>
      )}
      <div class="reports" {...list}>
        {shown?.map((report) => (
          <ReportCard
            key={report.id}
            report={report}
            others={
              (reports ?? []).filter(
                ({ senderId, id }) =>
                  senderId !== undefined && senderId === report.senderId && id !== report.id,
              ).length
            }
          />
        ))}
      </div>
    </>
  )
}
