import { ConfigError, parseUrl } from './values.ts'
import type { ReadVariable, VariableName } from './variables.ts'

/** Services for video calls that the operator has set up. Organizations choose among them. */
export interface VideoCallsConfig {
  /** `url` ends with a slash: `https://bbb.example.com/bigbluebutton/`. */
  readonly bigBlueButton: { readonly url: string; readonly secret: string } | undefined
  /** `url` has no slash at its end; neither have the following ones. */
  readonly nextcloudTalk:
    | { readonly url: string; readonly username: string; readonly password: string }
    | undefined
  readonly constructorGroups:
    | { readonly url: string; readonly accessKey: string; readonly secretKey: string }
    | undefined
  readonly webex:
    | { readonly url: string; readonly clientId: string; readonly clientSecret: string }
    | undefined
}

/** Throws a ConfigError that says which setting is missing or wrong. */
export function parseVideoCalls(read: ReadVariable): VideoCallsConfig {
  const bigBlueButton = readTogether(read, 'TAGMA_BIG_BLUE_BUTTON_URL', ['TAGMA_BIG_BLUE_BUTTON_SECRET'])
  const nextcloud = readTogether(read, 'TAGMA_NEXTCLOUD_URL', [
    'TAGMA_NEXTCLOUD_USERNAME',
    'TAGMA_NEXTCLOUD_PASSWORD',
  ])
  const groups = readTogether(read, 'TAGMA_CONSTRUCTOR_GROUPS_URL', [
    'TAGMA_CONSTRUCTOR_GROUPS_ACCESS_KEY',
    'TAGMA_CONSTRUCTOR_GROUPS_SECRET_KEY',
  ])
  return {
    bigBlueButton: bigBlueButton && { url: `${bigBlueButton.url}/`, secret: bigBlueButton.first },
    nextcloudTalk: nextcloud && {
      url: nextcloud.url,
      username: nextcloud.first,
      password: nextcloud.second,
    },
    constructorGroups: groups && { url: groups.url, accessKey: groups.first, secretKey: groups.second },
    webex: readWebex(read),
  }
}

function readWebex(read: ReadVariable): VideoCallsConfig['webex'] {
  const [clientId, clientSecret] = [read('TAGMA_WEBEX_CLIENT_ID'), read('TAGMA_WEBEX_CLIENT_SECRET')]
  if ((clientId === '') !== (clientSecret === ''))
    throw new ConfigError(
      'TAGMA_WEBEX_CLIENT_ID and TAGMA_WEBEX_CLIENT_SECRET belong together: set both of them or none.',
    )
  const url = parseUrl('TAGMA_WEBEX_URL', read('TAGMA_WEBEX_URL'), ['http:', 'https:'])
  return clientId === '' || url === undefined
    ? undefined
    : { url: url.replace(/\/+$/, ''), clientId, clientSecret }
}

/** Reads the settings of a service: all or none. */
function readTogether(
  read: ReadVariable,
  name: VariableName,
  others: readonly VariableName[],
): { readonly url: string; readonly first: string; readonly second: string } | undefined {
  const url = parseUrl(name, read(name) || undefined, ['http:', 'https:'])
  const values = others.map(read)
  const names = [name, ...others]
  if (values.some((value) => (value !== '') !== (url !== undefined)))
    throw new ConfigError(
      `${names.slice(0, -1).join(', ')} and ${names.at(-1)} belong together: set all of them or none.`,
    )
  const [first = '', second = ''] = values
  return url === undefined ? undefined : { url: url.replace(/\/+$/, ''), first, second }
}
