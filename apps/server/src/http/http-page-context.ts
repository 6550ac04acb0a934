import type { Readable } from 'node:stream'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { refuseIncomingWebhook } from './authenticate.ts'
import { callerAddress } from './caller-address.ts'
import { clientName } from './client-name.ts'
import type { Incoming, RouteParts } from './endpoint-route.ts'
import { addressKey } from './networks.ts'
import type { PageContext, PageReply } from './page.ts'
import { tooMany } from './too-many.ts'

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
  readonly #request: Incoming['request']
  readonly #parts: RouteParts

  constructor(parts: RouteParts, { request, path }: Incoming, { fields, body }: Brought) {
    this.services = parts.services
    this.path = path
    this.fields = fields
    this.body = body
    this.#request = request
    this.#parts = parts
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

  readonly caller = async (): Promise<UserRecord | undefined> => {
    const caller = this.#parts.authentication.recognize(this.header('authorization'), await this.directory())
    refuseIncomingWebhook(caller)
    return caller
  }

  readonly tooMany = (limit: string, subject?: string): PageReply | undefined =>
    tooMany(this.services, limit, subject ?? `address ${addressKey(this.address)}`)
}
