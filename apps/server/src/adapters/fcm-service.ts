import { readFile } from 'node:fs/promises'
import { PushFailure, type PushRequest } from '#ports/push-sender.ts'
import { parseObject, pushFailure, requestPushService } from './push-http.ts'
import { fcmData, fcmPriority } from './push-wire.ts'

export interface FcmSettings {
  readonly url: string
  /** The JSON file of a service account. */
  readonly accountFile: string
}

interface Account {
  readonly project_id: string
  readonly client_email: string
  readonly private_key: string
  readonly token_uri: string
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'

/** Firebase Cloud Messaging over HTTP v1, with access tokens got for a service account. */
export class FcmService {
  readonly #settings: FcmSettings
  readonly #timeoutSeconds: number
  #account: Account | undefined
  #access: { readonly token: string; readonly until: number } | undefined

  constructor(settings: FcmSettings, timeoutSeconds: number) {
    this.#settings = settings
    this.#timeoutSeconds = timeoutSeconds
  }

  async send(request: PushRequest): Promise<'sent' | 'dead'> {
    const account = await this.#readAccount()
    const reply = await requestPushService(
      `${this.#settings.url}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`,
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
    if (reply.status === 200) return 'sent'
    if (reply.status === 401) this.#access = undefined
    return isUnregistered(reply.body)
      ? 'dead'
      : Promise.reject(pushFailure('Firebase Cloud Messaging', reply))
  }

  async #accessToken(account: Account): Promise<string> {
    const now = Date.now() / 1000
    if (this.#access && now < this.#access.until) return this.#access.token
    const assertion = await this.#assertion(account)
    const reply = await requestPushService(account.token_uri, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(
        new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      ),
      timeoutSeconds: this.#timeoutSeconds,
    })
    const { access_token: token, expires_in: lifetime } = reply.body
    if (reply.status !== 200 || typeof token !== 'string') throw pushFailure('Google’s token service', reply)
    this.#access = { token, until: now + Number(lifetime ?? 3600) - 60 }
    return token
  }

  async #assertion(account: Account): Promise<string> {
    try {
      const { importPKCS8, SignJWT } = await import('jose')
      return await new SignJWT({ scope })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(account.client_email)
        .setAudience(account.token_uri)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(await importPKCS8(account.private_key, 'RS256'))
    } catch (cause) {
      throw this.#unusable(cause)
    }
  }

  async #readAccount(): Promise<Account> {
    if (this.#account) return this.#account
    let account: Record<string, unknown>
    try {
      account = parseObject(await readFile(this.#settings.accountFile, 'utf8'))
    } catch (cause) {
      throw this.#unusable(cause)
    }
    for (const name of ['project_id', 'client_email', 'private_key', 'token_uri'])
      if (typeof account[name] !== 'string') throw this.#unusable(new Error(`${name} is missing`))
    return (this.#account = account as unknown as Account)
  }

  #unusable(cause: unknown): PushFailure {
    const { accountFile } = this.#settings
    return new PushFailure(
      'refused',
      `TAGMA_FCM_ACCOUNT_FILE (${accountFile}) is no service account that can be read`,
      { cause },
    )
  }
}

/** Whether Google says that the token is good no longer. */
function isUnregistered(body: Readonly<Record<string, unknown>>): boolean {
  const { details } = (body.error ?? {}) as { details?: unknown }
  return (
    Array.isArray(details) &&
    details.some(
      (detail: unknown) => (detail as { errorCode?: unknown } | null)?.errorCode === 'UNREGISTERED',
    )
  )
}
