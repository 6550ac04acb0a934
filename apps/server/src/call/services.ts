import type { Config } from '#config/config.ts'
import type { Directories } from '#directory/directories.ts'
import type { PresenceBook } from '#directory/presence-book.ts'
import type { EventHub } from '#events/event-hub.ts'
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
import type { RememberedAnswers } from './remembered-answers.ts'
import type { SecurityLog } from './security-log.ts'

/**
 * Shared by the whole process, in groups. A function that needs little of it asks for that alone: `Uses<'db' | 'clock'>`.
 */
export interface Services {
  readonly config: Config
  readonly log: Log
  readonly security: SecurityLog
  readonly limits: Limits
  readonly time: Time
  readonly data: Data
  readonly outside: Outside
  readonly live: Live
}

/** The services of those names, in their groups: `Uses<'config' | 'db'>` is `{ config, data: { db } }`. */
export type Uses<
  Name extends keyof Services | { [Group in keyof Services]: keyof Services[Group] }[GroupName],
> = Pick<Services, Extract<Name, keyof Services>> & {
  readonly [Group in GroupName as Extract<Name, keyof Services[Group]> extends never ? never : Group]: Pick<
    Services[Group],
    Extract<Name, keyof Services[Group]>
  >
}

type GroupName = 'time' | 'data' | 'outside' | 'live' | 'limits'

/** Time, chance and identity: all that differs from one run of the same calls to the next. */
interface Time {
  readonly clock: Clock
  readonly random: Random
  /** UNIX milliseconds at which this process began. */
  readonly startedAt: number
  /** Tells this process from the others of the installation, and from those before it. */
  readonly processId: string
}

/** The database, and what memory keeps of it. */
interface Data {
  /** Reads committed data. */
  readonly db: Db
  /** Reads committed data, for what may take long. */
  readonly searcher: Db
  /** True when other processes may use the same database. */
  readonly isShared: boolean
  readonly directories: Directories
  readonly remembered: RememberedAnswers
  /**
   * Runs a write transaction of an organization. With `alone`, it shares its commit with nobody: no event of another
   * body lies between what it reads and the log position that it sees.
   */
  transact<T>(organizationId: number, body: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>
}

/** Ports to what is not the database: files, helper processes and other machines. */
interface Outside {
  /** Uploaded files and pictures. */
  readonly blobs: BlobStore
  readonly pictures: Pictures
  readonly passwords: Passwords
  readonly mailer: Mailer
  /** Undefined: pictures of other servers are links only. */
  readonly externalMedia: ExternalMedia | undefined
  /** Undefined where nobody signs in by LDAP. */
  readonly ldap: Ldap | undefined
  /** Undefined: no phone can be notified. */
  readonly pushSender: PushSender | undefined
}

/** News and presence, for clients that are connected. */
interface Live {
  readonly events: EventHub
  readonly presence: PresenceBook
}

/** Rate limits. */
interface Limits {
  /** Counts against a rate limit; throws a Refusal when it is used up. */
  countAgainst(limit: string, subject: string): void
  /** Takes back what was counted before it was known that the limit does not mean it. */
  giveBack(limit: string, subject: string): void
}
