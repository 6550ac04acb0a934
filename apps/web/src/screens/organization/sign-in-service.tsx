import type { Answer } from '@tagma/contract/define.ts'
import type { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { t, type WordId } from '#words/words.ts'

type Service = Answer<typeof getSignInServices>['services'][number]

/** How the names of its settings begin. */
const variableOf = ({ name }: Service) => `TAGMA_SIGN_IN_${name.toUpperCase()}`

/** A service that people sign in with: the addresses to register there, its last sign-in and trouble, and a way to try it. */
export function SignInService({ service }: { readonly service: Service }) {
  const { moment } = useTimes()
  const { label, kind, accounts, used_at: usedAt, trouble } = service
  return (
    <li class="sign-in-service">
      <span class="setting-text">
        <span>
          <bdi>{label}</bdi> ({kind})
        </span>
        <small>
          {t('organization.services.accounts', { count: accounts })}{' '}
          {usedAt === null
            ? t('organization.services.never')
            : t('organization.services.used', { time: moment(usedAt) })}
        </small>
        {trouble && (
          <small>
            {t('organization.services.trouble', { time: moment(trouble.timestamp), code: trouble.code })}{' '}
            {trouble.text}
            {trouble.detail !== '' && (
              <>
                {' '}
                <bdi>{trouble.detail}</bdi>
              </>
            )}
          </small>
        )}
        {!service.verifies && (
          <small>
            {t('organization.services.verifies-nobody', {
              trust: `${variableOf(service)}_TRUST_EMAIL=on`,
              domains: `${variableOf(service)}_DOMAINS`,
            })}
          </small>
        )}
        <details>
          <summary>{t('organization.services.addresses')}</summary>
          <dl class="service-addresses">
            {addressesOf(service).map(([name, address]) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd dir="ltr">
                  <code>{address}</code>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </span>
      <a
        class="button"
        href={new URL(service.try_url).pathname}
        aria-label={t('organization.services.try-one', { label })}
      >
        {t('organization.services.try')}
      </a>
    </li>
  )
}

const addressesOf = (service: Service): (readonly [WordId, string])[] => [
  ['organization.services.answer', service.answer_url],
  ...(service.metadata_url === null
    ? []
    : [['organization.services.metadata', service.metadata_url] as const]),
  ['organization.services.sign-out', service.sign_out_url],
  ...(service.issuer === '' ? [] : [['organization.services.issuer', service.issuer] as const]),
]
