import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { EndpointScope } from '@tagma/contract/scopes.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { UserRecord } from '#model/records.ts'
import { admit } from './admit.ts'
import { callerAddress } from './caller-address.ts'
import { clientName } from './client-name.ts'
import { isWrongKey } from './count-wrong-key.ts'
import { recognizeToken, tokenOfHeader } from './credentials/access-token.ts'
import { refuseIncomingWebhook } from './credentials/basic-key.ts'
import { requireScope } from './credentials/require-scope.ts'
import { requireStep } from './credentials/require-step.ts'
import { recognizeSession, type SignedIn } from './credentials/session-cookie.ts'
import { type EndpointCaller, PageEndpoints } from './endpoint-caller.ts'
import type { Incoming, RouteParts } from './endpoint-route.ts'
import { addressKey } from './networks.ts'
import type { PageContext, PageReply } from './page.ts'
import { readBody } from './read-form.ts'
import { refuseForged } from './same-origin.ts'
import { tooMany } from './too-many.ts'

/** The page, as far as admission asks: somebody with an account changes something. */
const page = { id: 'page', method: 'POST', role: 'guest' } as const

/** Parts of the request. */
interface Brought {
  readonly fields: Readonly<Record<string, string>>
  readonly body?: Readable
}

/** A request for a page that came by HTTP. */
export class HttpPageContext implements PageContext {
  readonly services: Services
  readonly path: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
  readonly body: Readable | undefined
  /** True once a session has decided who the caller is. */
  isBySession = false
  readonly #request: Incoming['request']
  readonly #wire: Incoming
  readonly #parts: RouteParts

  constructor(parts: RouteParts, wire: Incoming, { fields, body }: Brought) {
    this.services = parts.services
    this.path = wire.path
    this.fields = fields
    this.body = body
    this.#request = wire.request
    this.#wire = wire
    this.#parts = parts
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers
  }

  get query(): string {
    return this.#wire.query
  }

  get address(): string {
    return callerAddress(this.#request, this.services.config.proxies)
  }

  get client(): string {
    return clientName(this.header('user-agent') ?? '')
  }

  get now(): number {
    return Math.floor(this.services.time.clock.now() / 1000)
  }

  // Functions of their own, because pages take them out of the context.

  readonly header = (name: string): string | undefined => {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  readonly directory = async (): Promise<OrganizationDirectory> =>
    this.#parts.organizationFor(this.#request.headers.host ?? '')

  readonly session = async (): Promise<SignedIn | undefined> => {
    const address = () => this.address
    try {
      const directory = await this.directory()
      return await recognizeSession(this.services, { headers: this.headers, address }, directory)
    } catch (error) {
      if (isWrongKey(error)) return undefined
      throw error
    }
  }

  readonly caller = async (scope: EndpointScope): Promise<UserRecord | undefined> => {
    const { url = '', method = '' } = this.#request
    const directory = await this.directory()
    const authorization = this.header('authorization')
    if (authorization !== undefined && !url.startsWith('/json/')) {
      const caller = await this.#callerByHeader(authorization, directory, scope)
      refuseIncomingWebhook(caller)
      return caller
    }
    if (url.startsWith('/api/')) return undefined
    const session = await this.session()
    if (!session) return undefined
    const own = organizationUrl(this.services.config, directory.organization)
    refuseForged({ method, headers: this.headers }, 'file', own)
    this.isBySession = true
    return session.user
  }

  async #callerByHeader(
    authorization: string,
    directory: OrganizationDirectory,
    scope: EndpointScope,
  ): Promise<UserRecord | undefined> {
    const brought = tokenOfHeader(authorization)
    if (!brought) {
      const user = this.#parts.keys.recognize(authorization, directory)
      if (user) requireStep(this.services, directory, user, { kind: 'key', has: user.keyHasStep })
      return user
    }
    const token = await recognizeToken(this.services, brought, directory, () => this.address)
    requireScope(token, scope)
    return token.user
  }

  readonly endpoints = async (client: string): Promise<EndpointCaller> => {
    const directory = await this.directory()
    const entrance = { endpoint: page, takes: 'key', parts: this.#parts, isForAgents: true } as const
    const admitted = await admit(entrance, this.#request, directory)
    return new PageEndpoints(this.#parts, this.#wire, { admitted, directory, client })
  }

  readonly readBody = async (maxBytes: number): Promise<Buffer> => readBody(this.#request, maxBytes)

  readonly tooMany = (limit: string, subject?: string): PageReply | undefined =>
    tooMany(this.services, limit, subject ?? `address ${addressKey(this.address)}`)
}
