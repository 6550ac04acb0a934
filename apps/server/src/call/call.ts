import type { Answer, Args, Endpoint } from '@tagma/contract/define.ts'
import type { Config } from '#config/config.ts'
import type { Directories } from '#directory/directories.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PresenceBook } from '#directory/presence-book.ts'
import type { EventHub } from '#events/event-hub.ts'
import type { Waiting } from '#events/waiting.ts'
import type { UserRecord } from '#model/records.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { ExternalMedia } from '#ports/external-media.ts'
import type { Ldap } from '#ports/ldap.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Passwords } from '#ports/passwords.ts'
import type { Pictures } from '#ports/pictures.ts'
import type { PushSender } from '#ports/push-sender.ts'
import type { Random } from '#ports/random.ts'
import type { TransactOptions, Tx } from '#store/log/transactions.ts'
import type { Db } from '#store/sql/db.ts'
import type { JsonFields } from './json-fields.ts'
import type { RememberedAnswers } from './remembered-answers.ts'
import type { SecurityLog } from './security-log.ts'

/** What the whole process shares. */
export interface Services {
  readonly config: Config
  /** UNIX milliseconds at which this process began. */
  readonly startedAt: number
  /** Tells this process from the others of the installation, and from those before it. */
  readonly processId: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly security: SecurityLog
  readonly passwords: Passwords
  /** Uploaded files and pictures. */
  readonly blobs: BlobStore
  readonly pictures: Pictures
  /** Undefined: pictures of other servers are links only. */
  readonly externalMedia: ExternalMedia | undefined
  readonly mailer: Mailer
  /** Undefined where nobody signs in by LDAP. */
  readonly ldap: Ldap | undefined
  /** Undefined: no phone can be notified. */
  readonly pushSender: PushSender | undefined
  /** Reads committed data. */
  readonly db: Db
  /** Reads committed data, for what may take long. */
  readonly searcher: Db
  /** True when other processes may use the same database. */
  readonly isShared: boolean
  readonly directories: Directories
  readonly events: EventHub
  readonly presence: PresenceBook
  readonly remembered: RememberedAnswers
  /**
   * Runs a write transaction of an organization. With `alone`, it shares its commit with nobody: no event of another
   * body lies between what it reads and the log position that it sees.
   */
  transact<T>(organizationId: number, body: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>
  /** Counts against a rate limit; throws a Refusal when it is used up. */
  countAgainst(limit: string, subject: string): void
  /** Takes back what was counted before it was known that the limit does not mean it. */
  giveBack(limit: string, subject: string): void
}

/** One request, as handlers see it. */
export interface Call {
  /** Who calls. Throws for a call without authentication, which only `anyone` endpoints get. */
  readonly caller: UserRecord
  /** Undefined for a call without authentication. */
  readonly maybeCaller: UserRecord | undefined
  /** The organization that the host name belongs to. */
  readonly directory: OrganizationDirectory
  readonly services: Services
  readonly db: Db
  readonly transact: <T>(body: (tx: Tx) => Promise<T>, options?: TransactOptions) => Promise<T>
  /** UNIX seconds. */
  readonly now: number
  /** Name of the calling program, from its User-Agent or the parameter `client`. */
  readonly client: string
  readonly userAgent: string
  /** The address that the call comes from. */
  readonly address: string
  readonly waiting: Waiting
  /** Counts against a rate limit of its own; throws a Refusal when it is used up. */
  readonly countAgainst: (limit: string, subject: string) => void
}

export interface Handler {
  readonly endpoint: Endpoint
  readonly run: (call: Call, args: never) => Promise<Readonly<Record<string, unknown>> | JsonFields>
}

export interface HandlerFor<E extends Endpoint> extends Handler {
  readonly endpoint: E
}

/** Ties an endpoint to what carries it out; arguments and answer have the types that the contract declares. */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (call: Call, args: Args<E>) => Promise<Answer<E> | JsonFields>,
): HandlerFor<E> {
  return { endpoint, run }
}
