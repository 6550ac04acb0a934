import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { type CryptoKey, SignJWT } from 'jose'
import { type PushDelivery, PushFailure, type PushRequest } from '#ports/push-sender.ts'
import { delivery, parseObject, pushFailure, type PushReply } from './push-http.ts'
import { apnsHeaders, apnsPayload } from './push-wire.ts'

export interface ApnsSettings {
  readonly url: string
  readonly key: CryptoKey
  readonly keyId: string
  readonly teamId: string
}

/** Seconds. Apple wants a new token at least every hour, and not every few minutes. */
const tokenLifetime = 50 * 60
/** Seconds for which Apple keeps a notification for a device that is off. */
const keepFor = 24 * 3600

/** Apple's reasons against one notification alone, most often against the app that its device names. */
const unfitReasons: ReadonlySet<unknown> = new Set([
  'PayloadTooLarge',
  'BadTopic',
  'MissingTopic',
  'TopicDisallowed',
])

/** One connection to Apple's push service over HTTP/2, opened on first need and again after a loss. */
export class ApnsConnection {
  readonly #settings: ApnsSettings
  readonly #timeoutSeconds: number
  #session: ClientHttp2Session | undefined
  #token: { readonly text: string; readonly madeAt: number } | undefined

  constructor(settings: ApnsSettings, timeoutSeconds: number) {
    this.#settings = settings
    this.#timeoutSeconds = timeoutSeconds
  }

  async send(request: PushRequest): Promise<PushDelivery> {
    const reply = await this.#post(request)
    if (reply.status === 200) return delivery(false)
    const { reason } = reply.body
    if (reply.status === 410 || reason === 'BadDeviceToken' || reason === 'DeviceTokenNotForTopic')
      return delivery(true)
    if (reason === 'ExpiredProviderToken') {
      this.#token = undefined
      throw new PushFailure('fault', 'Apple wants a fresh token')
    }
    if (unfitReasons.has(reason))
      throw new PushFailure('unfit', `Apple will not take this notification: ${String(reason)}`)
    throw pushFailure('Apple’s push service', reply)
  }

  close(): void {
    this.#session?.close()
  }

  async #post(request: PushRequest): Promise<PushReply> {
    const headers = apnsHeaders(request)
    const authorization = `bearer ${await this.#bearer()}`
    const stream = this.#connected().request({
      ':method': 'POST',
      ':path': `/3/device/${request.token ?? ''}`,
      authorization,
      'apns-id': request.id,
      'apns-topic': request.appId ?? '',
      'apns-push-type': headers.apns_push_type,
      'apns-priority': String(headers.apns_priority),
      'apns-expiration': String(Math.floor(Date.now() / 1000) + keepFor),
    })
    return new Promise((resolve, reject) => {
      const fail = (cause?: unknown) =>
        reject(new PushFailure('unreachable', 'Apple’s push service does not answer', { cause }))
      let status = 0
      let text = ''
      stream.setEncoding('utf8')
      stream.setTimeout(this.#timeoutSeconds * 1000, () => {
        stream.close(constants.NGHTTP2_CANCEL)
        this.#session?.destroy()
        fail()
      })
      stream.on('response', (answer) => (status = Number(answer[':status'])))
      stream.on('data', (chunk: string) => (text += chunk))
      stream.on('error', fail)
      stream.on('close', () => {
        if (status === 0) fail()
        else resolve({ status, body: parseObject(text) })
      })
      stream.end(JSON.stringify(apnsPayload(request)))
    })
  }

  #connected(): ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session
    const session = connect(this.#settings.url)
    // Each stream reports its own failure; without this listener, an error would end the process.
    session.on('error', () => {})
    session.unref()
    this.#session = session
    return session
  }

  async #bearer(): Promise<string> {
    const now = Date.now() / 1000
    if (this.#token && now - this.#token.madeAt < tokenLifetime) return this.#token.text
    const { key, keyId, teamId } = this.#settings
    const text = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt()
      .sign(key)
    this.#token = { text, madeAt: now }
    return text
  }
}
