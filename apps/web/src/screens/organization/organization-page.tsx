import type { OrganizationPage as Page } from '@tagma/contract/address.ts'
import type { FunctionComponent } from 'preact'
import { PageHead } from '#parts/page/page-head.tsx'
import { useNarrow } from '#parts/use-narrow.ts'
import { WhyLink } from '#parts/why-link.tsx'
import { AuditLogPage } from '#screens/audit/audit-log-page.tsx'
import { AllBots } from '#screens/bots/bots-list.tsx'
import { Proving } from '#screens/settings/proving.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { CloseOrganization } from './close-organization.tsx'
import { CustomEmojiPage } from './custom-emoji-page.tsx'
import { DataExportsPage } from './data-exports-page.tsx'
import { DefaultChannelsPage } from './default-channels-page.tsx'
import { Invitations } from './invitations.tsx'
import { Joining } from './joining.tsx'
import { LinkifiersPage } from './linkifiers-page.tsx'
import { NewcomersPage } from './newcomers-page.tsx'
import { OrganizationControl } from './organization-control.tsx'
import { organizationGroups, type SettingsPage } from './organization-groups.ts'
import { OrganizationName } from './organization-name.tsx'
import { OrganizationPageChoice } from './organization-pages.tsx'
import { OrganizationPermissions } from './organization-permissions.tsx'
import { OrganizationPictures } from './organization-pictures.tsx'
import { PeopleList } from './people-list.tsx'
import { PlaygroundsPage } from './playgrounds-page.tsx'
import { ProfileFieldsPage } from './profile-fields-page.tsx'

interface PageContent {
  readonly Content: FunctionComponent
  /** Whether the page says by itself who may change it. Otherwise, it begins with that. */
  readonly saysWho?: true
}

/** The content of each page. */
const contents: Readonly<Record<Page, PageContent>> = {
  'organization-profile': { Content: Profile },
  'organization-settings': { Content: () => <Groups page="organization-settings" /> },
  'organization-permissions': { Content: Permissions },
  'auth-methods': { Content: Joining },
  'users/active': { Content: () => <PeopleList isActive /> },
  'users/deactivated': { Content: () => <PeopleList isActive={false} /> },
  'users/invitations': { Content: Invitations, saysWho: true },
  'emoji-settings': { Content: CustomEmojiPage, saysWho: true },
  'linkifier-settings': { Content: LinkifiersPage },
  'playground-settings': { Content: PlaygroundsPage },
  'default-channels-list': { Content: DefaultChannelsPage },
  'organization-level-user-defaults': { Content: NewcomersPage },
  bots: { Content: AllBots, saysWho: true },
  'profile-field-settings': { Content: ProfileFieldsPage },
  'data-exports-admin': { Content: DataExportsPage, saysWho: true },
  'audit-log': { Content: AuditLogPage, saysWho: true },
}

/** A page of the organization. Everybody reads it; each control says who may change it. */
export function OrganizationPage({ page }: { readonly page: Page }) {
  return <Opened key={page} page={page} />
}

function Opened({ page }: { readonly page: Page }) {
  const { Content, saysWho = false } = contents[page]
  const reason = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  const isNarrow = useNarrow()
  return (
    <section class="page settings" aria-label={t('shell.organization')}>
      <PageHead title={t('organization.heading', { page: t(`organization.page.${page}`) })} back="#places" />
      {/* Who can change nothing has nothing to focus, and scrolls by keys. */}
      <div class="page-scroll" tabIndex={reason === undefined ? -1 : 0}>
        <div class="page-inner settings-inner">
          {isNarrow && <OrganizationPageChoice />}
          {reason !== undefined && !saysWho && (
            <p class="setting-note">
              <span>{reason}</span> <WhyLink place={{ kind: 'organization' }} deed="change-organization" />
            </p>
          )}
          {!canSave && (
            <p class="setting-offline" role="status">
              {t('settings.offline')}
            </p>
          )}
          <Proving>
            <Content />
          </Proving>
        </div>
      </div>
    </section>
  )
}

function Groups({ page }: { readonly page: SettingsPage }) {
  return organizationGroups[page].map(({ title, rows }) => (
    <section key={title} class="setting-group">
      <h2>{t(title)}</h2>
      {rows.map((row) => (
        <OrganizationControl key={row.name} row={row} />
      ))}
    </section>
  ))
}

function Profile() {
  return (
    <>
      <OrganizationName />
      <OrganizationPictures />
      <Groups page="organization-profile" />
      <CloseOrganization />
    </>
  )
}

function Permissions() {
  return (
    <>
      <Groups page="organization-permissions" />
      <OrganizationPermissions />
    </>
  )
}
