import { SignJWT } from 'jose'
import { type PushDelivery, PushFailure, type PushRequest } from '#ports/push-sender.ts'
import { delivery, pushFailure, requestPushService } from './push-http.ts'
import type { FcmAccount } from './push-keys.ts'
import { fcmData, fcmPriority } from './push-wire.ts'

export interface FcmSettings {
  readonly url: string
  readonly account: FcmAccount
}

interface Access {
  readonly token: string
  /** UNIX seconds. */
  readonly until: number
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'

/** Firebase Cloud Messaging over HTTP v1, with the access tokens of a service account. */
export class FcmService {
  readonly #settings: FcmSettings
  readonly #timeoutSeconds: number
  #access: Promise<Access> | undefined

  constructor(settings: FcmSettings, timeoutSeconds: number) {
    this.#settings = settings
    this.#timeoutSeconds = timeoutSeconds
  }

  async send(request: PushRequest): Promise<PushDelivery> {
    const { account } = this.#settings
    const reply = await requestPushService(
      `${this.#settings.url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`,
      {
        headers: {
          authorization: `Bearer ${await this.#accessToken(account)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          message: {
            token: request.token,
            data: fcmData(request),
            android: { priority: fcmPriority(request) },
          },
        }),
        timeoutSeconds: this.#timeoutSeconds,
      },
    )
    if (reply.status === 200) return delivery(false)
    if (reply.status === 401) this.#access = undefined
    if (codesOf(reply.body).includes('UNREGISTERED')) return delivery(true)
    // Google takes at most 4 KB of texts; for a longer notification it says no more than this code.
    if (codesOf(reply.body).includes('INVALID_ARGUMENT'))
      throw new PushFailure('unfit', 'Firebase Cloud Messaging will not take this notification')
    throw pushFailure('Firebase Cloud Messaging', reply)
  }

  /** Returns the token that all requests share until it ends. */
  async #accessToken(account: FcmAccount): Promise<string> {
    const current = this.#access
    const known = await current?.catch(() => undefined)
    if (known && Date.now() / 1000 < known.until) return known.token
    // The first caller who gets here asks for all others.
    if (this.#access === current) this.#access = undefined
    this.#access ??= this.#askForAccess(account)
    return (await this.#access).token
  }

  async #askForAccess(account: FcmAccount): Promise<Access> {
    const now = Date.now() / 1000
    const reply = await requestPushService(account.tokenUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(
        new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: await this.#assertion(account),
        }),
      ),
      timeoutSeconds: this.#timeoutSeconds,
    })
    const { access_token: token, expires_in: lifetime } = reply.body
    if (reply.status !== 200 || typeof token !== 'string') throw pushFailure('Google’s token service', reply)
    return { token, until: now + Number(lifetime ?? 3600) - 60 }
  }

  #assertion({ email, tokenUrl, key }: FcmAccount): Promise<string> {
    return new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(email)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
  }
}

/** Google's error codes in an answer. */
function codesOf(body: Readonly<Record<string, unknown>>): unknown[] {
  const { details } = (body.error ?? {}) as { details?: unknown }
  return Array.isArray(details)
    ? details.map((detail: unknown) => (detail as { errorCode?: unknown } | null)?.errorCode)
    : []
}
