import { ConfigError, parseCount, parseUrl } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** A relay, or push services that this server calls itself; with neither, no phone is notified. */
export interface PushConfig {
  readonly relay: { readonly url: string; readonly id: string; readonly key: string } | undefined
  /** The secret key that clients encrypt their registrations for, base64; undefined with a relay. */
  readonly privateKey: string | undefined
  readonly apns:
    | { readonly url: string; readonly keyFile: string; readonly keyId: string; readonly teamId: string }
    | undefined
  readonly fcm: { readonly url: string; readonly accountFile: string } | undefined
  /** Seconds that a push service may take to answer. */
  readonly timeoutSeconds: number
}

/** Throws a ConfigError that says which setting is missing or wrong, or which two exclude each other. */
export function parsePush(read: ReadVariable): PushConfig {
  const web = ['http:', 'https:']
  const url = parseUrl('TAGMA_PUSH_RELAY_URL', read('TAGMA_PUSH_RELAY_URL') || undefined, web)
  const id = read('TAGMA_PUSH_RELAY_ID')
  const key = read('TAGMA_PUSH_RELAY_KEY')
  if ([url !== undefined, id !== '', key !== ''].some((isSet, _, [first]) => isSet !== first))
    throw new ConfigError(
      'TAGMA_PUSH_RELAY_URL, TAGMA_PUSH_RELAY_ID and TAGMA_PUSH_RELAY_KEY belong together: the operator of the relay gives you all three.',
    )
  const keyFile = read('TAGMA_APNS_KEY_FILE')
  const accountFile = read('TAGMA_FCM_ACCOUNT_FILE')
  const isDirect = keyFile !== '' || accountFile !== ''
  if (url !== undefined && isDirect)
    throw new ConfigError(
      'TAGMA_PUSH_RELAY_URL is one way to send notifications, TAGMA_APNS_KEY_FILE and TAGMA_FCM_ACCOUNT_FILE are another: set one.',
    )
  const keyId = read('TAGMA_APNS_KEY_ID')
  const teamId = read('TAGMA_APNS_TEAM_ID')
  if ([keyFile, keyId, teamId].some((value) => (value === '') !== (keyFile === '')))
    throw new ConfigError(
      'TAGMA_APNS_KEY_FILE, TAGMA_APNS_KEY_ID and TAGMA_APNS_TEAM_ID belong together: set all three or none.',
    )
  const privateKey = read('TAGMA_PUSH_PRIVATE_KEY') || undefined
  if (isDirect !== (privateKey !== undefined))
    throw new ConfigError(
      'TAGMA_PUSH_PRIVATE_KEY belongs to TAGMA_APNS_KEY_FILE and TAGMA_FCM_ACCOUNT_FILE: set it with one of them or both.',
    )
  if (privateKey !== undefined && !isKeyOf32Bytes(privateKey))
    throw new ConfigError('TAGMA_PUSH_PRIVATE_KEY should be base64 of 32 random bytes.')
  const apnsUrl = parseUrl('TAGMA_APNS_URL', read('TAGMA_APNS_URL'), web) ?? ''
  const fcmUrl = parseUrl('TAGMA_FCM_URL', read('TAGMA_FCM_URL'), web) ?? ''
  return {
    relay: url === undefined ? undefined : { url, id, key },
    privateKey,
    apns: keyFile === '' ? undefined : { url: apnsUrl, keyFile, keyId, teamId },
    fcm: accountFile === '' ? undefined : { url: fcmUrl, accountFile },
    timeoutSeconds: parseCount('TAGMA_PUSH_TIMEOUT_SECONDS', read('TAGMA_PUSH_TIMEOUT_SECONDS'), 1),
  }
}

function isKeyOf32Bytes(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}
