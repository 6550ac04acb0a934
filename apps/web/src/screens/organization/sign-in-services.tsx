import type { Answer } from '@tagma/contract/define.ts'
import type { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import type { Fetched } from '#screens/settings/use-fetched.ts'
import { t } from '#words/words.ts'
import { SignInService } from './sign-in-service.tsx'

interface SignInServicesProps {
  readonly fetched: Fetched<Answer<typeof getSignInServices>>
}

/** Services that people sign in with. Shown to owners. */
export function SignInServices({ fetched }: SignInServicesProps) {
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
