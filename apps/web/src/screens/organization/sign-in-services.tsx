import * as wire from '@tagma/contract/wire.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { ownsOrganization } from '#state/owns-organization.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { SignInService } from './sign-in-service.tsx'

/** Services that people sign in with: for owners. */
export function SignInServices() {
  const owns = useKnown(({ state }) => ownsOrganization(state))
  return owns ? <Services /> : null
}

function Services() {
  const { client } = useApp()
  const fetched = useFetched(() => client.call(wire.getSignInServices, {}))
  const { value } = fetched
  const more = value ? (['ldap', 'jwt'] as const).filter((way) => value[way]) : []
  return (
    <section class="setting-group">
      <h2>{t('organization.services')}</h2>
      <p class="setting-note">{t('organization.services.note')}</p>
      <FetchNote fetched={fetched} />
      {value?.services.length === 0 && <p>{t('organization.services.none')}</p>}
      {value && value.services.length > 0 && (
        <ul class="setting-list scim-list" aria-label={t('organization.services')}>
          {value.services.map((service) => (
            <SignInService key={service.name} service={service} />
          ))}
        </ul>
      )}
      {more.map((way) => (
        <p key={way}>{t(`organization.services.${way}`)}</p>
      ))}
    </section>
  )
}
