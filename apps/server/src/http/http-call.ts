import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '#call/call.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { HeldToken } from '#directory/token-book.ts'
import type { Waiting } from '#events/waiting.ts'
import { type AuditAuthor, type Authored, byAccount, byStranger } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { TransactOptions } from '#store/log/transactions.ts'
import type { Tx } from '#store/log/tx.ts'
import { callerAddress } from './caller-address.ts'
import { clientName } from './client-name.ts'
import type { SignedIn } from './credentials/session-cookie.ts'

/** Who calls, and by which session or access token if it is not by a key. */
export interface Admitted {
  readonly caller: UserRecord | undefined
  readonly session: SignedIn | undefined
  readonly token: HeldToken | undefined
}

/** Facts about a call that its client states. */
export interface Claims {
  /** Name of the calling program; undefined leaves it to the User-Agent. */
  readonly client: string | undefined
  readonly idempotencyKey: string | undefined
}

/** A call over HTTP. Facts that few handlers need are computed on first need. */
export class HttpCall implements Call, Waiting, Authored {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly maybeCaller: UserRecord | undefined
  readonly session: SignedIn | undefined
  readonly token: HeldToken | undefined
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #claims: Claims

  constructor(
    services: Services,
    directory: OrganizationDirectory,
    { caller, session, token }: Admitted,
    wire: { readonly request: IncomingMessage; readonly response: ServerResponse },
    claims: Claims,
  ) {
    this.services = services
    this.directory = directory
    this.maybeCaller = caller
    this.session = session
    this.token = token
    this.#request = wire.request
    this.#response = wire.response
    this.#claims = claims
  }

  get caller(): UserRecord {
    if (!this.maybeCaller) throw new Refusal('UNAUTHORIZED', 'Missing authorization header for basic auth')
    return this.maybeCaller
  }

  get db() {
    return this.services.data.db
  }

  // A field and not a method: handlers take it out of the call.
  readonly transact = <T>(body: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T> =>
    this.services.data.transact(this.directory.organization.id, body, { by: this, ...options })

  /** Whoever calls, for the audit log. */
  get author(): AuditAuthor {
    const { maybeCaller: caller, session, token, address } = this
    if (!caller) return byStranger(address).author
    const credential = session ? `session ${session.id}` : token ? `token ${token.id}` : 'key'
    return byAccount(caller, address, credential).author
  }

  get now(): number {
    return Math.floor(this.services.time.clock.now() / 1000)
  }

  get client(): string {
    return this.#claims.client ?? clientName(this.userAgent)
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? ''
  }

  get idempotencyKey(): string | undefined {
    return this.#claims.idempotencyKey
  }

  get accepts(): string {
    return this.#request.headers.accept ?? ''
  }

  get lastEventId(): string | undefined {
    const id = this.#request.headers['last-event-id']
    return Array.isArray(id) ? id[0] : id
  }

  get address(): string {
    return callerAddress(this.#request, this.services.config.proxies)
  }

  get waiting(): Waiting {
    return this
  }

  get hasGone(): boolean {
    return this.#response.destroyed
  }

  whenGone(callback: () => void): void {
    const response = this.#response
    // Listens to the response: the connection serves many calls. Every answered response closes in the end, too.
    response.once('close', () => {
      if (!response.writableEnded) callback()
    })
  }

  readonly countAgainst = (limit: string, subject: string): void =>
    this.services.limits.countAgainst(limit, subject)
}
