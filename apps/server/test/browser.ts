import { must } from '#model/must.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './given.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Fields = Readonly<Record<string, string | number>>
type Headers = Readonly<Record<string, string>>

export interface BrowserAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  /** The body as JSON. */
  readonly json: Readonly<Record<string, unknown>>
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** A browser with cookies of its own, which shows pages of the organization. */
export class TestBrowser {
  /** The session's cookie as the browser sends it; undefined while it has none. */
  cookie: string | undefined
  /** The cookie of a sign-in by a provider. */
  #flow: string | undefined
  /** The cookie of a sign-in by passkey. */
  #passkey: string | undefined
  /** The cookie by which the sign-in page knows the browser. */
  #device: string | undefined
  readonly #test: TestApp
  readonly #userAgent: string

  constructor(test: TestApp, userAgent = firefox) {
    this.#test = test
    this.#userAgent = userAgent
  }

  /** Makes a request as a script of the page does; headers that are given replace the browser's own. */
  async request(method: Method, url: string, fields?: Fields, headers: Headers = {}): Promise<BrowserAnswer> {
    const texts = Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)])
    const form = String(new URLSearchParams(texts))
    const isRead = method === 'GET' || method === 'HEAD'
    const response = await this.#test.app.http.inject({
      method,
      url: isRead && form !== '' ? `${url}?${form}` : url,
      headers: {
        host: this.#test.host,
        'user-agent': this.#userAgent,
        'sec-fetch-site': 'same-origin',
        ...(isRead ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(this.#cookies === '' ? {} : { cookie: this.#cookies }),
        ...headers,
      },
      ...(isRead ? {} : { payload: form }),
    })
    const made = response.headers['set-cookie']
    if (typeof made === 'string') this.take(made)
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      get json() {
        return JSON.parse(response.body) as Readonly<Record<string, unknown>>
      },
    }
  }

  get #cookies(): string {
    return [this.cookie, this.#flow, this.#passkey, this.#device]
      .filter((cookie) => cookie !== undefined)
      .join('; ')
  }

  /** Keeps the session's cookie of a header Set-Cookie. */
  take(header: string): void {
    const pair = must(header.split(';')[0], 'a cookie has a value')
    if (pair.startsWith('tagma-account=')) return
    if (/^(?:__Host-)?tagma-flow=/.test(pair)) {
      this.#flow = pair
      return
    }
    if (/^(?:__Host-)?tagma-device=/.test(pair)) {
      this.#device = pair
      return
    }
    if (/^(?:__Host-)?tagma-passkey=/.test(pair)) {
      this.#passkey = pair
      return
    }
    this.cookie = pair.endsWith('=') ? undefined : pair
  }

  /** Signs in by the form of the sign-in page. */
  async enter({ email, name }: TestUser, { stays = true }: { stays?: boolean } = {}): Promise<this> {
    const { status, body } = await this.request('POST', '/login/', {
      username: email,
      password: `password of ${name}`,
      ...(stays ? { stay: 'on' } : {}),
    })
    if (status !== 303) throw new Error(`The sign-in page answered ${status}: ${body}`)
    return this
  }

  /** Calls an endpoint by session. */
  readonly call = (method: Method, path: string, fields?: Fields, headers?: Headers) =>
    this.request(method, `/json${path}`, fields, headers)
}
