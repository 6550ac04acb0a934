import type { Config } from '#config/config.ts'
import type { Directories } from '#directory/directories.ts'
import type { PresenceBook } from '#directory/presence-book.ts'
import type { SessionBook } from '#directory/session-book.ts'
import type { TokenBook } from '#directory/token-book.ts'
import type { EventHub } from '#events/event-hub.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { ExternalMedia } from '#ports/external-media.ts'
import type { GifSearch } from '#ports/gif-search.ts'
import type { Ldap } from '#ports/ldap.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Oidc } from '#ports/oidc.ts'
import type { OutgoingHttp } from '#ports/outgoing-http.ts'
import type { Passkeys } from '#ports/passkeys.ts'
import type { Passwords } from '#ports/passwords.ts'
import type { Pictures } from '#ports/pictures.ts'
import type { PushSender } from '#ports/push-sender.ts'
import type { Random } from '#ports/random.ts'
import type { Saml } from '#ports/saml.ts'
import type { Scratch } from '#ports/scratch.ts'
import type { Sealed } from '#ports/sealed.ts'
import type { SignedTokens } from '#ports/signed-tokens.ts'
import type { VideoCalls } from '#ports/video-calls.ts'
import type { WebClient } from '#ports/web-client.ts'
import type { WebPush } from '#ports/web-push.ts'
import type { Engine } from '#store/engines/engine.ts'
import type { TransactOptions } from '#store/log/transactions.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { RememberedAnswers } from './remembered-answers.ts'
import type { Readers } from './replica.ts'
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

/** The services with these names, in their groups: `Uses<'config' | 'db'>` is `{ config, data: { db } }`. */
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
  /** UNIX milliseconds of the start of this process. */
  readonly startedAt: number
  /** Differs between the processes of an installation, and from start to start. */
  readonly processId: string
}

/** The database, and its contents in memory. */
export interface Data {
  /** Reads committed data. */
  readonly db: Db
  /** Reads committed data, for long work. */
  readonly searcher: Db
  /**
   * Runs long reads of an organization on the replica, if there is one that has all that the primary has now; otherwise
   * with `db` and `searcher`. The work may run twice.
   */
  aside<T>(organizationId: number, work: (readers: Readers) => Promise<T>): Promise<T>
  /** True if other processes may use the same database. */
  readonly isShared: boolean
  readonly directories: Directories
  readonly remembered: RememberedAnswers
  /**
   * Runs a write transaction of an organization. With `alone`, it shares its commit with no other body: no event of
   * another lies between the data that it reads and its log position.
   */
  transact<T>(organizationId: number, body: (tx: Tx) => Promise<T>, options?: TransactOptions): Promise<T>
  /** `Engine.beside`: reads one state of the database without waiting for writes; undefined where it cannot. */
  readonly beside: Engine['beside']
}

/** Ports other than the database: files, helper processes and other machines. */
interface Outside {
  /** Uploaded files and pictures. */
  readonly blobs: BlobStore
  readonly scratch: Scratch
  readonly pictures: Pictures
  readonly passwords: Passwords
  readonly passkeys: Passkeys
  /** Seals what the database keeps and the server has to read again. */
  readonly sealed: Sealed
  readonly mailer: Mailer
  /** Undefined shows other servers' pictures as links only. */
  readonly externalMedia: ExternalMedia | undefined
  /** Undefined if this server serves no web client. */
  readonly webClient: WebClient | undefined
  /** Undefined without sign-in by LDAP. */
  readonly ldap: Ldap | undefined
  /** Sign-in services by their names in the settings. */
  readonly oidc: ReadonlyMap<string, Oidc>
  /** Undefined where nobody signs in by JSON Web Tokens. */
  readonly signedTokens: SignedTokens | undefined
  /** Services of SAML by their names. */
  readonly saml: ReadonlyMap<string, Saml>
  readonly videoCalls: VideoCalls
  /** Undefined if no service for GIFs is set up. */
  readonly gifSearch: GifSearch | undefined
  readonly outgoing: OutgoingHttp
  readonly webPush: WebPush
  /** Undefined if no phone can be notified. */
  readonly pushSender: PushSender | undefined
}

/** News, presence, sessions and access tokens of clients that are connected. */
interface Live {
  readonly events: EventHub
  readonly presence: PresenceBook
  readonly sessions: SessionBook
  readonly tokens: TokenBook
}

/** Rate limits. */
interface Limits {
  /** Counts a call against a rate limit. Throws a Refusal when the limit is used up. */
  countAgainst(limit: string, subject: string): void
  /** Takes back a call that turned out not to be the limit's concern. */
  giveBack(limit: string, subject: string): void
}
