import { useState } from 'preact/hooks'
import { actAlone } from '#parts/messages/act-alone.ts'
import { PageHead } from '#parts/page/page-head.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { showSetting } from '#screens/settings/show-setting.ts'
import { reportAccess, seesDeletions } from '#state/report-access.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { DeletedMessages } from './deleted-messages.tsx'
import { ReportCard } from './report-card.tsx'
import { useNextReport } from './use-next-report.ts'
import { useReports } from './use-reports.ts'

const tabs = ['open', 'settled', 'deleted'] as const
type Tab = (typeof tabs)[number]

/**
 * Reports of messages as a queue, with what moderators do about them, for whoever reads the moderators' channel; and for
 * moderators, what was deleted.
 */
export function ModerationPage() {
  const channelId = useKnown(({ state }) => state?.realm_moderation_request_channel_id ?? -1)
  const access = useKnown(({ state }) => reportAccess(state))
  const isModerator = useKnown(({ state }) => seesDeletions(state))
  const [tab, setTab] = useState<Tab>('open')
  const offered = tabs.filter((each) =>
    each === 'open' ? access === 'in' || isModerator : each === 'deleted' ? isModerator : access === 'in',
  )
  // A right can go while the page is open.
  const shown = offered.includes(tab) ? tab : 'open'
  return (
    <section class="page settings" aria-label={t('moderation.title')}>
      <PageHead title={t('moderation.title')} back="#places" />
      <div class="page-scroll" tabIndex={-1}>
        <div class="page-inner settings-inner">
          {offered.length > 0 && <Tabs offered={offered} shown={shown} onChoose={setTab} />}
          {access === 'in' ? (
            <WithReports key={channelId} channelId={channelId} tab={shown} />
          ) : shown === 'deleted' ? (
            <DeletedMessages reports={[]} />
          ) : (
            <WithoutReports access={access} />
          )}
        </div>
      </div>
    </section>
  )
}

interface TabsProps {
  readonly offered: readonly Tab[]
  readonly shown: Tab
  readonly onChoose: (tab: Tab) => void
}

const Tabs = ({ offered, shown, onChoose }: TabsProps) => (
  <div class="report-acts" role="group" aria-label={t('moderation.title')}>
    {offered.map((each) => (
      <button
        key={each}
        type="button"
        class="button"
        aria-pressed={each === shown}
        onClick={() => onChoose(each)}
      >
        {t(`moderation.${each}`)}
      </button>
    ))}
  </div>
)

/** Says why there are no reports here, and who can change that. */
function WithoutReports({ access }: { readonly access: 'off' | 'not-in' }) {
  const isAdministrator = useKnown(({ state }) => state?.is_admin === true)
  if (access === 'not-in') return <p class="setting-note">{t('moderation.not-yours')}</p>
  return (
    <>
      <p class="setting-note">
        {t('moderation.off')} {!isAdministrator && t('moderation.who-chooses')}
      </p>
      {isAdministrator && (
        <p>
          <a
            class="button"
            href="#organization/organization-settings"
            onClick={() => showSetting('moderation_request_channel_id')}
          >
            {t('moderation.choose')}
          </a>
        </p>
      )}
    </>
  )
}

function WithReports({ channelId, tab }: { readonly channelId: number; readonly tab: Tab }) {
  const found = useReports(channelId)
  return tab === 'deleted' ? (
    <DeletedMessages reports={found.reports ?? []} />
  ) : (
    <Queue found={found} isSettled={tab === 'settled'} />
  )
}

interface QueueProps {
  readonly found: ReturnType<typeof useReports>
  readonly isSettled: boolean
}

function Queue({ found: { reports, failure, reload }, isSettled }: QueueProps) {
  const canSave = useCanSave()
  const shown = reports?.filter(({ settledBy }) => settledBy.length > 0 === isSettled)
  const list = useNextReport((shown ?? []).map(({ id }) => id))
  return (
    <>
      <p class="setting-note">
        {t('moderation.about')} <span class="report-keys">{t('moderation.keys')}</span>
      </p>
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
      {!reports && failure === undefined && canSave && <p role="status">{t('moderation.loading')}</p>}
      {shown?.length === 0 && (
        <p class="setting-note" role="status">
          {t(isSettled ? 'moderation.none-settled' : 'moderation.none-open')}
        </p>
      )}
      <div class="reports" onClick={actAlone} {...list}>
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
