import type { SettingsPage as Page } from '@tagma/contract/address.ts'
import type { FunctionComponent } from 'preact'
import { lazy } from '#parts/lazy.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { OwnAudit } from '#screens/audit/own-audit.tsx'
import { OwnBots } from '#screens/bots/bots-list.tsx'
import { OwnTokens } from '#screens/tokens/own-tokens.tsx'
import { learn, t } from '#words/words.ts'
import { AlertWords } from './alert-words.tsx'
import { BrowserNotifications } from './browser-notifications.tsx'
import { BrowserPush } from './browser-push.tsx'
import { ChangeAddress } from './change-address.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeviceSettings } from './device-settings.tsx'
import { KnownDevices } from './known-devices.tsx'
import { LeaveOrganization } from './leave-organization.tsx'
import { MutedPeople } from './muted-people.tsx'
import { NotificationExceptions } from './notification-exceptions.tsx'
import { NotificationTable } from './notification-table.tsx'
import { OwnData } from './own-data.tsx'
import { OwnKey } from './own-key.tsx'
import { OwnPreview, OwnProfile } from './own-profile.tsx'
import { OwnTimeZone } from './own-time-zone.tsx'
import { OwnTopics } from './own-topics.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SettingGroupForm, useCanSave } from './setting-control.tsx'
import { settingGroups } from './setting-groups.ts'
import { SettingsPageChoice } from './settings-menu.tsx'
import { UploadedFiles } from './uploaded-files.tsx'
import { askedCode, useFactor } from './use-factor.ts'

const ImaginedMessage = lazy(async () => {
  await learn('told')
  return (await import('./imagined-message.tsx')).ImaginedMessage
})

const PushDevices = lazy(async () => {
  await learn('told')
  return (await import('./push-devices.tsx')).PushDevices
})

/** Parts of a page above and below its groups of settings. */
const contents: Readonly<Record<Page, Readonly<Partial<Record<'above' | 'below', FunctionComponent>>>>> = {
  profile: { above: Profile, below: OwnPreview },
  'account-and-privacy': { above: Account, below: Access },
  preferences: { below: DeviceSettings },
  notifications: { above: Told, below: ImaginedMessage },
  topics: { below: OwnTopics },
  'muted-users': { below: MutedPeople },
  'alert-words': { below: AlertWords },
  'uploaded-files': { below: UploadedFiles },
  'access-tokens': { below: OwnTokens },
  'your-bots': { below: OwnBots },
}

/** A page of one's own settings. What is changed is saved at once. */
export function SettingsPage({ page }: { readonly page: Page }) {
  const canSave = useCanSave()
  const isNarrow = useNarrow()
  const { above: Above, below: Below } = contents[page]
  return (
    <section class="page settings" aria-label={t('shell.settings')}>
      <PageHead title={t(`settings.page.${page}`)} back="#places" />
      <div class="page-scroll" tabIndex={-1}>
        <div class="page-inner settings-inner">
          {isNarrow && <SettingsPageChoice />}
          {!canSave && (
            <p class="setting-offline" role="status">
              {t('settings.offline')}
            </p>
          )}
          {Above && <Above />}
          {settingGroups[page]?.map((group) => (
            <SettingGroupForm key={group.title} group={group} />
          ))}
          {Below && <Below />}
        </div>
      </div>
    </section>
  )
}

function Profile() {
  return (
    <>
      <OwnProfile />
      <OwnTimeZone />
    </>
  )
}

function Told() {
  return (
    <>
      <BrowserNotifications />
      <BrowserPush />
      <PushDevices />
      <NotificationTable />
      <NotificationExceptions />
    </>
  )
}

function Account() {
  return (
    <>
      <ChangeAddress />
      <ChangePassword />
    </>
  )
}

function Access() {
  const factor = useFactor()
  return (
    <>
      <SecondFactor factor={factor} />
      <Passkeys onChange={factor.reload} />
      <Sessions />
      <KnownDevices />
      <OwnAudit />
      <OwnKey codeKind={factor.value && askedCode(factor.value.ways)} />
      <OwnData />
      <LeaveOrganization />
    </>
  )
}
