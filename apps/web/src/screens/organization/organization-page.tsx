import type { OrganizationPage as Page } from '@tagma/contract/address.ts'
import { PageHead } from '#parts/page/page-head.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { ToCome } from '#screens/shell/to-come.tsx'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { Domains } from './domains.tsx'
import { Invitations } from './invitations.tsx'
import { OrganizationControl } from './organization-control.tsx'
import { organizationGroups, type SettingsPage } from './organization-groups.ts'
import { OrganizationName } from './organization-name.tsx'
import { OrganizationPermissions } from './organization-permissions.tsx'
import { PeopleList } from './people-list.tsx'

/** The pages that this client has, in their order. */
const pages = [
  'organization-profile',
  'organization-settings',
  'organization-permissions',
  'auth-methods',
  'users/active',
  'users/deactivated',
  'users/invitations',
] as const satisfies readonly Page[]
type OwnPage = (typeof pages)[number]

const isOwnPage = (page: Page): page is OwnPage => (pages as readonly Page[]).includes(page)
const hasSettings = (page: Page): page is SettingsPage => page in organizationGroups

/** A page of the organization. Everybody reads it; each control says who may change it. */
export function OrganizationPage({ page }: { readonly page: Page }) {
  return isOwnPage(page) ? <Opened page={page} /> : <ToCome view={{ kind: 'organization', page }} />
}

function Opened({ page }: { readonly page: OwnPage }) {
  const reason = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  return (
    <section class="page settings" aria-label={t('shell.organization')}>
      <PageHead title={t('organization.heading', { page: t(`organization.page.${page}`) })} back="#places" />
      <div class="page-scroll" tabIndex={-1}>
        <div class="page-inner settings-inner">
          <Pages page={page} />
          {reason !== undefined && page !== 'users/invitations' && <p class="setting-note">{reason}</p>}
          {!canSave && (
            <p class="setting-offline" role="status">
              {t('settings.offline')}
            </p>
          )}
          <Content page={page} />
        </div>
      </div>
    </section>
  )
}

function Content({ page }: { readonly page: OwnPage }) {
  if (page === 'users/invitations') return <Invitations />
  if (page === 'organization-permissions') return <OrganizationPermissions />
  if (!hasSettings(page)) return <PeopleList key={page} isActive={page === 'users/active'} />
  return (
    <>
      {page === 'organization-profile' && <OrganizationName />}
      {organizationGroups[page].map(({ title, rows }) => (
        <section key={title} class="setting-group">
          <h2>{t(title)}</h2>
          {rows.map((row) => (
            <OrganizationControl key={row.name} row={row} />
          ))}
        </section>
      ))}
      {page === 'auth-methods' && <Domains />}
    </>
  )
}

/** The way to the other pages. */
function Pages({ page }: { readonly page: OwnPage }) {
  const state = useKnown((known) => known.state)
  return (
    <nav class="organization-pages" aria-label={t('organization.pages')}>
      {pages.map((each) => (
        <a
          key={each}
          href={addressFor(state, { kind: 'organization', page: each })}
          aria-current={each === page ? 'page' : undefined}
        >
          {t(`organization.page.${each}`)}
        </a>
      ))}
    </nav>
  )
}
