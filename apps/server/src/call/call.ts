import type { Answer, Args, Endpoint } from '@tagma/contract/define.ts'
import type { Scope } from '@tagma/contract/scopes.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Waiting } from '#events/waiting.ts'
import type { UserRecord } from '#model/records.ts'
import type { TransactOptions } from '#store/log/transactions.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { JsonFields } from './json-fields.ts'
import type { Services } from './services.ts'
import type { StreamedAnswer } from './streamed-answer.ts'

/** One request, as handlers see it. */
export interface Call {
  /** The user who calls. Throws for a call without authentication, which only `anyone` endpoints allow. */
  readonly caller: UserRecord
  /** Undefined for a call without authentication. */
  readonly maybeCaller: UserRecord | undefined
  /** The session by which the user calls; undefined for a call by API key or access token. */
  readonly session: { readonly id: number } | undefined
  /** The access token by which the user calls; undefined for a call by session or API key. */
  readonly token:
    | { readonly id: number; readonly scopes: readonly Scope[]; readonly hasStep: boolean }
    | undefined
  /** The organization of the host name. */
  readonly directory: OrganizationDirectory
  readonly services: Services
  readonly db: Db
  readonly transact: <T>(body: (tx: Tx) => Promise<T>, options?: TransactOptions) => Promise<T>
  /** UNIX seconds. */
  readonly now: number
  /** Name of the calling program, from its User-Agent or the parameter `client`. */
  readonly client: string
  readonly userAgent: string
  /** The header Accept. */
  readonly accepts: string
  /** The header Last-Event-ID: the newest event that the reader of a stream has. */
  readonly lastEventId: string | undefined
  /** The header Idempotency-Key: the client's own name for this call, which it may send again. */
  readonly idempotencyKey: string | undefined
  /** Address of the caller. */
  readonly address: string
  readonly waiting: Waiting
  /** Counts against a rate limit of the handler's own. Throws a Refusal when the limit is used up. */
  readonly countAgainst: (limit: string, subject: string) => void
}

export interface Handler {
  readonly endpoint: Endpoint
  readonly run: (
    call: Call,
    args: never,
  ) => Promise<Readonly<Record<string, unknown>> | JsonFields | StreamedAnswer>
}

export interface HandlerFor<E extends Endpoint> extends Handler {
  readonly endpoint: E
}

/** Joins an endpoint and the function that carries it out; arguments and answer have the types of the contract. */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (call: Call, args: Args<E>) => Promise<Answer<E> | JsonFields | StreamedAnswer>,
): HandlerFor<E> {
  return { endpoint, run }
}
