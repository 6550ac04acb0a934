import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface Way {
  readonly key: string
  readonly name: string
  readonly isOn: boolean
  readonly about: string
}

/** The server's names of the ways that are not services. */
const password = 'Email'
const directory = 'LDAP'

/** Tells everybody which ways of signing in are on. The server's settings decide that, so nothing can be changed here. */
export function SignInWays() {
  const methods = useKnown(({ state }) => state?.realm_authentication_methods)
  if (!methods) return null
  const isOn = (name: string) => methods[name]?.enabled === true
  const services = Object.keys(methods).filter((name) => name !== password && name !== directory)
  const ways: readonly Way[] = [
    {
      key: password,
      name: t('organization.ways.password'),
      isOn: isOn(password),
      about: t('organization.ways.password-about'),
    },
    {
      key: 'passkey',
      name: t('organization.ways.passkey'),
      // Every server takes them.
      isOn: true,
      about: t('organization.ways.passkey-about'),
    },
    ...services.map((name) => ({
      key: name,
      name,
      isOn: isOn(name),
      about: t('organization.ways.service-about'),
    })),
    {
      key: directory,
      name: t('organization.ways.ldap'),
      isOn: isOn(directory),
      about: t(isOn(directory) ? 'organization.ways.ldap-about' : 'organization.ways.ldap-off'),
    },
  ]
  return (
    <section class="setting-group">
      <h2>{t('organization.ways')}</h2>
      <p class="setting-note">{t('organization.ways.note')}</p>
      <ul class="setting-list" aria-label={t('organization.ways')}>
        {ways.map(({ key, name, isOn: hasIt, about }) => (
          <li key={key}>
            <span class="setting-text">
              <bdi>{name}</bdi>
              <small>{about}</small>
            </span>
            <span>{t(hasIt ? 'organization.ways.on' : 'organization.ways.off')}</span>
          </li>
        ))}
      </ul>
      {services.length === 0 && <p class="setting-note">{t('organization.ways.no-services')}</p>}
    </section>
  )
}
