import * as wire from '@tagma/contract/wire.ts'
import { type ComponentChildren, Fragment } from 'preact'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { ownsOrganization } from '#state/owns-organization.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { Domains } from './domains.tsx'
import { OrganizationControl } from './organization-control.tsx'
import { organizationGroups } from './organization-groups.ts'
import { ScimClients } from './scim-clients.tsx'
import { SecondSteps } from './second-steps.tsx'
import { SignInServices } from './sign-in-services.tsx'
import { SignInWays } from './sign-in-ways.tsx'

/** The page on who may join, and how people sign in. Owners also see what their server is set up for. */
export function Joining() {
  const owns = useKnown(({ state }) => ownsOrganization(state))
  return owns ? <OwnersJoining /> : <Parts />
}

function OwnersJoining() {
  const { client } = useApp()
  const fetched = useFetched(() => client.call(wire.getSignInServices, {}))
  return (
    <Parts warning={fetched.value?.mail === false && <NoMail />}>
      <SignInServices fetched={fetched} />
    </Parts>
  )
}

interface PartsProps {
  /** Stands below the switch that opens the organization to people without an invitation. */
  readonly warning?: ComponentChildren
  readonly children?: ComponentChildren
}

function Parts({ warning, children }: PartsProps) {
  return (
    <>
      {organizationGroups['auth-methods'].map(({ title, rows }) => (
        <section key={title} class="setting-group">
          <h2>{t(title)}</h2>
          {rows.map((row) => (
            <Fragment key={row.name}>
              <OrganizationControl row={row} />
              {row.name === 'invite_required' && warning}
            </Fragment>
          ))}
        </section>
      ))}
      <Domains />
      <SignInWays />
      <SecondSteps />
      {children}
      <ScimClients />
    </>
  )
}

/** Says that nobody can make an account without an invitation, because the server has no mail server. */
function NoMail() {
  const isNeeded = useKnown(({ state }) => state?.realm_invite_required === false)
  return (
    <div class={isNeeded ? 'form-preview form-warning' : 'form-preview'} role={isNeeded ? 'alert' : 'note'}>
      <p>
        {t(isNeeded ? 'organization.no-mail-open' : 'organization.no-mail', { setting: 'TAGMA_SMTP_URL' })}
      </p>
      <p>
        <a href="/help/notifications#mail">{t('organization.no-mail-how')}</a>
      </p>
    </div>
  )
}
