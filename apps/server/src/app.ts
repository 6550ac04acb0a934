import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ageOpener, ageSealer } from '#adapters/age-sealer.ts'
import { argon2Passwords } from '#adapters/argon2-passwords.ts'
import { bigBlueButton } from '#adapters/big-blue-button.ts'
import { builtWebClient } from '#adapters/built-web-client.ts'
import { constructorGroups } from '#adapters/constructor-groups.ts'
import { directPushSender } from '#adapters/direct-push-sender.ts'
import { fileBlobs } from '#adapters/file-blobs.ts'
import { folderMailer } from '#adapters/folder-mailer.ts'
import { folderScratch } from '#adapters/folder-scratch.ts'
import { giphyGifs } from '#adapters/giphy-gifs.ts'
import { githubOidc } from '#adapters/github-oidc.ts'
import { guardedHttp } from '#adapters/guarded-http.ts'
import { httpExternalMedia } from '#adapters/http-external-media.ts'
import { joseSignedTokens } from '#adapters/jose-signed-tokens.ts'
import { keySealed } from '#adapters/key-sealed.ts'
import { ldaptsLdap } from '#adapters/ldapts-ldap.ts'
import { natsBus } from '#adapters/nats-bus.ts'
import { nextcloudTalk } from '#adapters/nextcloud-talk.ts'
import { openidClientOidc } from '#adapters/openid-client-oidc.ts'
import { outgoingWebPush } from '#adapters/outgoing-web-push.ts'
import { pinoLog } from '#adapters/pino-log.ts'
import { relayPushSender } from '#adapters/relay-push-sender.ts'
import { s3Blobs } from '#adapters/s3-blobs.ts'
import { S3Client } from '#adapters/s3-client.ts'
import { sharpPictures } from '#adapters/sharp-pictures.ts'
import { simplePasskeys } from '#adapters/simple-passkeys.ts'
import { smtpMailer } from '#adapters/smtp-mailer.ts'
import { tenorGifs } from '#adapters/tenor-gifs.ts'
import { webex } from '#adapters/webex.ts'
import { xmlCryptoSaml } from '#adapters/xml-crypto-saml.ts'
import { eventSocketPage } from '#areas/events/event-socket.ts'
import { mailReceiver } from '#areas/mail/receive-mail.ts'
import { forgetDeletedOrganizations } from '#areas/organization/forget-organization.ts'
import { tellOfDamage } from '#areas/organization/tell-of-damage.ts'
import { flushPresence } from '#areas/presence/presence-job.ts'
import { handlers } from '#areas/tables/handlers.ts'
import { jobs } from '#areas/tables/jobs.ts'
import { pages } from '#areas/tables/pages.ts'
import { shapers } from '#areas/tables/shapers.ts'
import { OutageLog } from '#call/outage-log.ts'
import { bucketSupport, databaseSupport, fileSupport } from '#call/outages.ts'
import { RememberedAnswers } from '#call/remembered-answers.ts'
import { openReplica, type Replica } from '#call/replica.ts'
import { SecurityLog } from '#call/security-log.ts'
import type { Services } from '#call/services.ts'
import type { BucketConfig } from '#config/blobs.ts'
import type { Config } from '#config/config.ts'
import { Directories } from '#directory/directories.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { PresenceBook } from '#directory/presence-book.ts'
import { SessionBook } from '#directory/session-book.ts'
import { TokenBook } from '#directory/token-book.ts'
import { EventHub } from '#events/event-hub.ts'
import { freshMilliseconds, type LogFollower } from '#events/log-follower.ts'
import { BasicKeys } from '#http/credentials/basic-key.ts'
import { createHttpServer, type HttpServer } from '#http/listen.ts'
import { OrganizationsByHost } from '#http/organizations-by-host.ts'
import { RateLimiter } from '#http/rate-limiter.ts'
import { DatabaseChecks } from '#jobs/database-checks.ts'
import { JobRunner, workFor } from '#jobs/job-runner.ts'
import { Lease } from '#jobs/lease.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import { localBus, type Bus } from '#ports/bus.ts'
import { systemClock, type Clock } from '#ports/clock.ts'
import type { GifSearch } from '#ports/gif-search.ts'
import type { MailListener } from '#ports/incoming-mail.ts'
import type { Ldap } from '#ports/ldap.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Oidc } from '#ports/oidc.ts'
import type { OutgoingHttp } from '#ports/outgoing-http.ts'
import type { Passwords } from '#ports/passwords.ts'
import type { PushSender } from '#ports/push-sender.ts'
import { systemRandom, type Random } from '#ports/random.ts'
import type { Saml } from '#ports/saml.ts'
import type { Scratch } from '#ports/scratch.ts'
import type { Sealed } from '#ports/sealed.ts'
import { systemTurns, type Turns } from '#ports/turns.ts'
import type { VideoCalls } from '#ports/video-calls.ts'
import { makeDataFolder } from '#store/engines/data-folder.ts'
import { DatabaseDamaged } from '#store/engines/database-file.ts'
import type { Engine } from '#store/engines/engine.ts'
import { openPostgres } from '#store/engines/postgres.ts'
import { openSqlite } from '#store/engines/sqlite.ts'
import { newestLogId } from '#store/log/event-log.ts'
import { NewestRows } from '#store/log/newest-rows.ts'
import { Transactions } from '#store/log/transactions.ts'
import { CopyUnfinished } from '#store/migrations/run-migrations.ts'
import { findWork } from '#store/notifying/waiting-work.ts'

/** Parts that tests replace. */
export interface Substitutes {
  readonly engine?: Engine
  readonly bus?: Bus
  readonly clock?: Clock
  readonly turns?: Turns
  readonly random?: Random
  readonly log?: Log
  readonly passwords?: Passwords
  readonly blobs?: BlobStore
  readonly mailer?: Mailer
}

/** A running server without its sockets. */
export interface App {
  readonly services: Services
  readonly http: HttpServer
  /** Undefined if no mail is received. */
  readonly incomingMail: MailListener | undefined
  readonly engine: Engine
  /** Does the due work: heartbeats and jobs. `main` calls it every second. */
  tick(): Promise<void>
  /** True while the database is known to be unreachable or not writable. */
  isDatabaseAway(): boolean
  /** Answers parked polls, finishes writes, closes the database. */
  close(): Promise<void>
}

/** Opens the configured database; the embedded one lies in the data folder. */
export async function openEngine(config: Config): Promise<Engine> {
  makeDataFolder(config.dataDir)
  if (config.databaseUrl !== undefined) return openPostgres({ url: config.databaseUrl })
  const file = join(config.dataDir, 'tagma.db')
  const restoring = join(config.dataDir, restoringFolder)
  // A new database here would be in the way of the one that is coming.
  if (!existsSync(file) && existsSync(restoring))
    throw new CopyUnfinished('a snapshot', `delete ${restoring}`)
  return openSqlite({ file })
}

/** Folder of the data folder in which a restore makes the embedded database. */
export const restoringFolder = 'restoring'

/** A place for blobs: a data folder, or a bucket. */
export type BlobPlace = Pick<Config, 'dataDir'> | BucketConfig

export const openScratch = ({ dataDir }: Pick<Config, 'dataDir'>): Scratch =>
  folderScratch(join(dataDir, 'incoming'))

/** Opens the store of blobs at a place. */
export const openBlobs = (place: BlobPlace, scratch: Scratch): BlobStore =>
  'dataDir' in place
    ? fileBlobs(join(place.dataDir, 'uploads'), join(place.dataDir, 'resumable'))
    : s3Blobs(new S3Client(place), scratch)

/** Opens the place of backups: a folder, or a bucket. */
export const openBackups = (place: { readonly folder: string } | BucketConfig, scratch: Scratch): BlobStore =>
  'folder' in place
    ? fileBlobs(place.folder, join(place.folder, '.pieces'))
    : s3Blobs(new S3Client(place), scratch)

/** Seals for public keys; opens with secret keys. */
export { ageOpener as openOpener, ageSealer as openSealer }

/** Puts the parts together: the only place that names adapters. */
export async function createApp(config: Config, substitutes: Substitutes = {}): Promise<App> {
  const { clock = systemClock, random = systemRandom, turns = systemTurns } = substitutes
  const plainLog = substitutes.log ?? pinoLog(config.logLevel)
  const pushSender = await openPushSender(config)
  const engine = substitutes.engine ?? (await openEngine(config))
  const bus = substitutes.bus ?? (await openBus(config, engine, plainLog))
  const scratch = openScratch(config)
  const blobs = substitutes.blobs ?? openBlobs(config.blobs ?? config, scratch)
  const parts = { engine, clock, random, scratch, transactions: () => transactions }
  const database = databaseSupport(parts)
  const log = new OutageLog(plainLog, clock, [
    database,
    fileSupport(parts),
    ...(config.blobs ? [bucketSupport(blobs)] : []),
  ])
  const replica = await openReplica(config, { primary: engine, clock, log })
  await engine.migrate()

  const directories = new Directories(engine.reader)
  const report: Report = (error, facts = {}) => {
    const id = random.token(8)
    log.error({ err: error, id, ...facts }, 'Something failed that should not.')
    return id
  }
  const db = engine.reader
  const events = new EventHub({ db, directories, clock, turns, bus, shapers, onFault: report })
  const transactions = new Transactions(engine, clock, events.log)
  const limiter = new RateLimiter(config.rateLimits, clock, bus)
  const services: Services = {
    config,
    log,
    security: new SecurityLog(log, clock),
    limits: {
      countAgainst: (limit, subject) => void limiter.count(limit, subject),
      giveBack: (limit, subject) => limiter.giveBack(limit, subject),
    },
    time: { clock, random, startedAt: clock.now(), processId: random.uuid() },
    data: dataOf(engine, replica, directories, writerOf(engine, transactions, clock)),
    outside: { ...(await openOutside(config, substitutes, { blobs, clock, log, scratch })), pushSender },
    live: {
      events,
      presence: new PresenceBook(db, bus, clock, engine.isShared),
      sessions: new SessionBook(db, clock),
      tokens: new TokenBook(db, clock),
    },
  }
  const http = openHttp(services, engine, limiter, report)
  const incomingMail = await openMailListener(services, report)
  const checks = engine.file && new DatabaseChecks(engine.file, clock, log)
  const runner = new JobRunner(services, jobs, engine.isShared ? new Lease(services, 'jobs') : undefined)
  const isDatabaseAway = () => log.isAway(database)
  const app = { services, http, incomingMail, engine, isDatabaseAway }
  const running: Running = { ...app, replica, bus, transactions, limiter, log, report, checks, runner }
  tellDamage(running)
  return { ...app, tick: () => tick(running), close: () => close(running) }
}

/** Writes a fault into the log and returns the id under which it is found there. */
type Report = (error: unknown, facts?: Record<string, unknown>) => string

/** All that has something to do every second, or at the end. */
interface Running extends Omit<App, 'tick' | 'close'> {
  readonly replica: Replica | undefined
  readonly bus: Bus
  readonly transactions: Transactions
  readonly limiter: RateLimiter
  readonly log: OutageLog
  readonly report: Report
  readonly checks: DatabaseChecks | undefined
  readonly runner: JobRunner
}

async function tick({
  services,
  engine,
  limiter,
  http,
  checks,
  log,
  runner,
  report,
}: Running): Promise<void> {
  const { events } = services.live
  events.tick()
  limiter.sweep()
  services.security.sweep()
  http.sweep()
  checks?.tick()
  // Jobs do nothing but write.
  if (engine.file?.damage !== undefined) return
  try {
    await log.tick()
    const known = services.data.directories.known()
    const work = await findWork(services.data.db, workFor(services))
    if (engine.isShared) {
      forgetDeletedOrganizations(services, known, new Set(work.map(({ id }) => id)))
      await events.log.catchUpAll(work)
    }
    await runner.tick(work)
  } catch (error) {
    // The next tick tries again.
    report(error)
  }
}

async function close(running: Running): Promise<void> {
  const { services, engine, runner } = running
  const { mailer, pushSender, pictures, webClient } = services.outside
  webClient?.close()
  services.live.events.drain()
  await Promise.all([closeGently(running.http), running.incomingMail?.close()])
  await farewell(
    [
      // Nothing is written into a damaged database.
      ...(engine.file?.damage === undefined ? [() => flushPresence(services)] : []),
      () => runner.close(),
    ],
    running.isDatabaseAway,
    running.report,
  )
  await running.transactions.settled()
  await running.bus.close()
  await mailer.close()
  await pushSender?.close()
  pictures.close()
  await running.replica?.close()
  await engine.close()
}

/** Says in the log and to the owners that the database is damaged, now or whenever it turns out. */
function tellDamage({ engine, log, services }: Running): void {
  const sayDamage = (damage: string) => log.error({ damage }, new DatabaseDamaged(damage).message)
  if (engine.file?.damage !== undefined) sayDamage(engine.file.damage)
  engine.file?.whenDamaged((damage) => {
    sayDamage(damage)
    void tellOfDamage(services, damage)
  })
}

/** Between the processes of an installation; the embedded database has one process only. */
const openBus = async (config: Config, engine: Engine, log: Log): Promise<Bus> =>
  config.natsUrl !== undefined && engine.isShared
    ? natsBus(config.natsUrl, await engine.identity(), log)
    : localBus

/**
 * Runs transactions. One that ends access resolves where all processes of a shared database know of it: each has read the
 * log since, or will before it recognizes anybody (ADR 58).
 */
const writerOf =
  (engine: Engine, transactions: Transactions, clock: Clock): Services['data']['transact'] =>
  async (organizationId, body, options) => {
    let endsAccess = false
    const result = await transactions.transact(
      organizationId,
      async (tx) => {
        const made = await body(tx)
        endsAccess = tx.endsAccess
        return made
      },
      options,
    )
    // By a clock that stands still, no process ever doubts what it has read.
    if (endsAccess && engine.isShared && clock === systemClock) await pause(freshMilliseconds + 1)
    return result
  }

const dataOf = (
  engine: Engine,
  replica: Replica | undefined,
  directories: Directories,
  transact: Services['data']['transact'],
): Services['data'] => ({
  db: engine.reader,
  searcher: engine.searcher,
  aside: (organizationId, work) =>
    replica ? replica.read(organizationId, work) : work({ db: engine.reader, searcher: engine.searcher }),
  isShared: engine.isShared,
  directories,
  remembered: new RememberedAnswers(
    engine.isShared
      ? new NewestRows((organizationId) => newestLogId(engine.reader, organizationId))
      : undefined,
  ),
  transact,
  beside: engine.beside?.bind(engine),
})

async function openOutside(
  config: Config,
  substitutes: Substitutes,
  {
    blobs,
    clock,
    log,
    scratch,
  }: Pick<Services['outside'], 'blobs' | 'scratch'> & {
    readonly clock: Clock
    readonly log: Log
  },
): Promise<Omit<Services['outside'], 'pushSender'>> {
  const { smtpUrl, from } = config.mail
  const outgoing = openOutgoing(config)
  const inFolder = (name: string) => join(config.dataDir, name)
  return {
    blobs,
    scratch,
    pictures: sharpPictures(log),
    passwords: substitutes.passwords ?? argon2Passwords(),
    passkeys: simplePasskeys(),
    sealed: openSealed(config),
    mailer:
      substitutes.mailer ??
      (smtpUrl === undefined ? folderMailer(inFolder('mail'), from, clock, log) : smtpMailer(smtpUrl, from)),
    externalMedia: config.showsExternalMedia
      ? await httpExternalMedia(inFolder('external-media.key'))
      : undefined,
    ldap: openLdap(config),
    oidc: openOidc(config, clock),
    saml: openSaml(config, clock),
    signedTokens: config.jwt && joseSignedTokens(config.jwt, clock),
    videoCalls: videoCallsOf(config),
    gifSearch: openGifSearch(config, outgoing),
    outgoing,
    webPush: outgoingWebPush(outgoing),
    webClient: config.webClient && builtWebClient(config.webClient.file),
  }
}

export const openSealed = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Sealed =>
  keySealed(secretKey, dataDir)

/** Returns the directory server, if there is one. Nothing is asked of it yet. */
export const openLdap = ({ ldap }: Pick<Config, 'ldap'>): Ldap | undefined => ldap && ldaptsLdap(ldap)

/** Returns the services of SAML by their names. Nothing is read from them yet. */
export const openSaml = (
  { providers, outgoing }: Pick<Config, 'providers' | 'outgoing'>,
  clock: Clock,
): Map<string, Saml> =>
  new Map(
    providers.flatMap((provider) =>
      provider.saml
        ? [[provider.name, xmlCryptoSaml({ ...provider, saml: provider.saml }, outgoing, clock)] as const]
        : [],
    ),
  )

/** Returns the sign-in services of other kinds by their names. Nothing is read from them yet. */
export const openOidc = (
  { providers, outgoing }: Pick<Config, 'providers' | 'outgoing'>,
  clock: Clock,
): Map<string, Oidc> =>
  new Map(
    providers
      .filter(({ saml }) => !saml)
      .map((provider) => [
        provider.name,
        provider.kind === 'github'
          ? githubOidc(provider, outgoing)
          : openidClientOidc(provider, outgoing, () => clock.elapsed()),
      ]),
  )

const videoCallsOf = ({ videoCalls }: Config): VideoCalls => ({
  bigBlueButton: videoCalls.bigBlueButton && bigBlueButton(videoCalls.bigBlueButton),
  nextcloudTalk: videoCalls.nextcloudTalk && nextcloudTalk(videoCalls.nextcloudTalk),
  constructorGroups: videoCalls.constructorGroups && constructorGroups(videoCalls.constructorGroups),
  webex: videoCalls.webex && webex(videoCalls.webex),
})

const openOutgoing = ({ outgoing, publicUrl }: Pick<Config, 'outgoing' | 'publicUrl'>): OutgoingHttp =>
  guardedHttp(outgoing, new URL(publicUrl).host)

/** Returns the service for GIFs, if there is one. Nothing is asked of it yet. */
export function openGifSearch(
  config: Pick<Config, 'gifs' | 'outgoing' | 'publicUrl'>,
  outgoing = openOutgoing(config),
): GifSearch | undefined {
  const { gifs } = config
  if (gifs === undefined) return undefined
  const { provider } = gifs
  return provider === 'giphy' ? giphyGifs(gifs, outgoing) : tenorGifs({ ...gifs, provider }, outgoing)
}

/** Reads on in an organization's log where that was too long ago, before a request is recognized. */
function freshened(
  log: LogFollower,
  directory: OrganizationDirectory | Promise<OrganizationDirectory>,
): OrganizationDirectory | Promise<OrganizationDirectory> {
  if (directory instanceof Promise) return directory.then((found) => freshened(log, found))
  const { id } = directory.organization
  return log.isFresh(id) ? directory : log.freshen(id).then(() => directory)
}

function openHttp(services: Services, engine: Engine, limiter: RateLimiter, report: Report): HttpServer {
  const organizations = new OrganizationsByHost(engine.reader, services.data.directories, services.config)
  const keys = new BasicKeys()
  return createHttpServer(pages, [eventSocketPage], {
    services,
    handlers: new Map(Object.values(handlers).map((handler) => [handler.endpoint.id, handler])),
    keys,
    limiter,
    organizationFor: (host) => {
      const directory = organizations.find(host)
      return engine.isShared ? freshened(services.live.events.log, directory) : directory
    },
    isUnavailable: (error) => engine.isUnavailable(error),
    report,
  })
}

/** Returns the configured way to phones, or undefined. Throws a ConfigError for a key file without a key. */
export async function openPushSender({ push }: Config): Promise<PushSender | undefined> {
  const { relay, privateKey, apns, fcm, timeoutSeconds } = push
  if (relay) return relayPushSender({ ...relay, timeoutSeconds })
  if (privateKey === undefined || (!apns && !fcm)) return undefined
  return directPushSender({ privateKey, apns, fcm, timeoutSeconds })
}

/** Loads the code that receives mail only if mail is received. */
async function openMailListener(services: Services, report: Report): Promise<MailListener | undefined> {
  const { incomingMail } = services.config
  if (!incomingMail) return undefined
  const { smtpListener } = await import('#adapters/smtp-listener.ts')
  return smtpListener(
    { name: incomingMail.domain, scratch: services.outside.scratch, log: services.log },
    mailReceiver(services, incomingMail.domain),
    report,
  )
}

/** Milliseconds that running requests may take when the server stops. */
const patience = 10_000

/** Stops listening, lets running requests finish, and closes each connection as soon as it is idle. */
async function closeGently(http: HttpServer): Promise<void> {
  const closing = http.close()
  const idle = setInterval(() => http.server.closeIdleConnections(), 20)
  const impatient = setTimeout(() => http.server.closeAllConnections(), patience)
  try {
    await closing
  } finally {
    clearInterval(idle)
    clearTimeout(impatient)
  }
}

/** Writes the last data down, step by step, while the database is there. */
async function farewell(
  steps: readonly (() => Promise<void>)[],
  isAway: () => boolean,
  report: Report,
): Promise<void> {
  for (const step of steps) {
    if (isAway()) return
    try {
      await step()
    } catch (error) {
      report(error)
    }
  }
}
