import {
  PushFailure,
  type PushSender,
  type RegisteredToken,
  RegistrationRejected,
} from '#ports/push-sender.ts'
import { isPushTokenId } from '#ports/push-token-id.ts'
import { delivery, parseObject } from './push-http.ts'

export interface DirectSettings {
  /** Base64 of the X25519 secret key; apps encrypt their registrations for it. */
  readonly privateKey: string
  readonly apns:
    | { readonly url: string; readonly keyFile: string; readonly keyId: string; readonly teamId: string }
    | undefined
  readonly fcm: { readonly url: string; readonly accountFile: string } | undefined
  readonly timeoutSeconds: number
}

/** Largest age of a registration, in seconds. */
const registrationLifetime = 24 * 3600

/**
 * Calls Apple and Google itself, for organizations with apps of their own. Throws a ConfigError for a file without a
 * key.
 */
export async function directPushSender({
  privateKey,
  apns,
  fcm,
  timeoutSeconds,
}: DirectSettings): Promise<PushSender> {
  // Loaded on need: most servers have a relay, or send no notifications.
  const { ApnsConnection } = await import('./apns-connection.ts')
  const { FcmService } = await import('./fcm-service.ts')
  const { readApnsKey, readFcmAccount } = await import('./push-keys.ts')
  const services = {
    apns: apns && new ApnsConnection({ ...apns, key: await readApnsKey(apns.keyFile) }, timeoutSeconds),
    fcm: fcm && new FcmService({ ...fcm, account: await readFcmAccount(fcm.accountFile) }, timeoutSeconds),
  }
  return {
    async register({ tokenId, publicKey, encryptedRegistration }) {
      const text = await unseal(privateKey, publicKey, encryptedRegistration)
      const registration = readRegistration(text, tokenId)
      if (!services[registration.kind])
        throw new PushFailure('unfit', `This server is not set up for devices of kind ${registration.kind}`)
      return registration
    },
    async send(request) {
      const service = services[request.kind]
      if (!service)
        throw new PushFailure('unfit', `This server is not set up for devices of kind ${request.kind}`)
      // The device registered while there was a relay: it has to register again.
      return request.token === null ? delivery(true) : service.send(request)
    },
    async close() {
      services.apns?.close()
    },
  }
}

/** Opens a libsodium sealed box. Checks the key first, so that clients learn which of the two is wrong. */
async function unseal(privateKey: string, publicKey: string, sealed: string): Promise<string> {
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  const secret = Buffer.from(privateKey, 'base64')
  const own = sodium.crypto_scalarmult_base(secret)
  if (!Buffer.from(own).equals(Buffer.from(publicKey, 'base64')))
    throw new RegistrationRejected('INVALID_BOUNCER_PUBLIC_KEY')
  try {
    return Buffer.from(sodium.crypto_box_seal_open(Buffer.from(sealed, 'base64'), own, secret)).toString()
  } catch {
    throw new RegistrationRejected('INVALID_ENCRYPTED_PUSH_REGISTRATION')
  }
}

function readRegistration(text: string, tokenId: string): RegisteredToken {
  const { token_kind: kind, token, timestamp, ios_app_id: appId } = parseObject(text)
  const isApple = kind === 'apns'
  if (
    (!isApple && kind !== 'fcm') ||
    typeof token !== 'string' ||
    typeof timestamp !== 'number' ||
    isApple !== (typeof appId === 'string') ||
    (isApple && !/^([0-9a-f]{2})+$/i.test(token)) ||
    !isPushTokenId(tokenId, token, kind)
  )
    throw new RegistrationRejected('INVALID_ENCRYPTED_PUSH_REGISTRATION')
  if (Date.now() / 1000 - timestamp > registrationLifetime) throw new RegistrationRejected('REQUEST_EXPIRED')
  return { kind, token, appId: typeof appId === 'string' ? appId : null }
}
