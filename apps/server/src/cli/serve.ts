import type { Server } from 'node:http'
import { siteServer } from '@tagma/site/serve.ts'
import { Command } from 'commander'
import { accountProblem } from '#areas/accounts/create-account.ts'
import { createOrganization } from '#areas/organization/create-organization.ts'
import { makeSetupLink } from '#areas/organization/make-setup-link.ts'
import { nameOfPlace } from '#config/backup.ts'
import { type Config, parseConfig } from '#config/config.ts'
import { ConfigError } from '#config/values.ts'
import { Lease } from '#jobs/lease.ts'
import { type App, createApp } from '#server/app.ts'
import { lockDataFolder } from '#store/engines/data-lock.ts'
import { installation } from '#store/log/transactions.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { listOrganizationsWithoutOwner } from '#store/organization/setup-links.ts'
import { backupMetrics } from './backup-metrics.ts'
import { BackupSchedule, runBackupCommand } from './backup-schedule.ts'
import { nodeProblem } from './node-problem.ts'
import { startTicking } from './start-ticking.ts'

/** Milliseconds in which several signals count as one wish to stop. */
const sameKeyPress = 1000

export const serveCommand = () =>
  new Command('serve')
    .description('Start the chat server with its web client, and the website. Ctrl-C stops them.')
    .action(async () => {
      const config = parseConfig(process.env)
      const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {}
      const app = await createApp(config)
      const made = await makeFirstOrganization(app, config)
      const site = config.sitePort === 0 ? undefined : siteServer({ url: config.siteUrl })
      const metrics = config.metricsPort === 0 ? undefined : await metricsOf(app, config)
      try {
        await app.http.listen({ host: config.host, port: config.port })
        // Built beside the server, for whoever opens the address now.
        app.services.outside.webClient?.start()
        if (config.incomingMail) await app.incomingMail?.listen(config.incomingMail)
        if (site) await listen(site, config.host, config.sitePort)
        // Always on the loopback interface: metrics are for this machine.
        if (metrics) await listen(metrics, '127.0.0.1', config.metricsPort)
      } catch (error) {
        await app.close()
        throw error
      }
      await greet(app, config, made)
      const problem = nodeProblem(process.versions.node)
      if (problem !== undefined) app.services.log.warn({}, problem)

      const stopTicking = startTicking(app)
      const stopBackups = startBackups(app, config)
      let stoppedAt: number | undefined
      const stop = () => {
        const now = performance.now()
        if (stoppedAt !== undefined) {
          // Ctrl-C reaches the process twice: from the terminal, and passed on by npm. A later signal is a wish to stop
          // at once.
          if (now - stoppedAt > sameKeyPress) process.exit(130)
          return
        }
        stoppedAt = now
        stopTicking()
        stopBackups()
        site?.close()
        metrics?.close()
        void app.close().then(() => {
          unlock()
          console.log(
            app.isDatabaseAway()
              ? 'Stopped while the database was away. Everything that was answered is saved; the last presence may not be.'
              : 'Stopped; everything is saved.',
          )
          process.exit(0)
        })
      }
      process.on('SIGINT', stop).on('SIGTERM', stop)
    })

/** Milliseconds between two looks whether a backup is due. */
const backupInterval = 20_000
/** Milliseconds between two looks at the lease of a running backup. */
const leaseInterval = 4000

/** Makes backups at the time that TAGMA_BACKUP_AT names, until the returned function is called. */
function startBackups({ services }: App, { backup, dataDir }: Config): () => void {
  const { place, at } = backup
  if (!place || at === undefined) return () => {}
  const lease = services.data.isShared ? new Lease(services, 'backups') : undefined
  const command = runBackupCommand()
  const schedule = new BackupSchedule({
    ...{ dataDir, at, to: nameOfPlace(place), log: services.log, run: command.run },
    now: () => Math.floor(services.time.clock.now() / 1000),
    mayRun: async () => lease?.isHeld() ?? true,
  })
  schedule.tick()
  const timer = setInterval(() => schedule.tick(), backupInterval)
  // The lease ends after some seconds, a backup may take hours.
  const holding = setInterval(
    () => void (schedule.isRunning && lease?.isHeld().catch(() => false)),
    leaseInterval,
  )
  return () => {
    clearInterval(timer)
    clearInterval(holding)
    command.stop()
  }
}

/** Loads the metrics only if they are wanted. */
async function metricsOf(
  {
    services: {
      live: { events },
    },
  }: App,
  { dataDir, backup }: Config,
): Promise<Server> {
  const { Metrics, metricsServer } = await import('#http/metrics.ts')
  const metrics = new Metrics([
    { name: 'tagma_event_queues', help: 'Event queues in memory.', value: () => events.load.queues },
    { name: 'tagma_parked_polls', help: 'Polls that wait for an event.', value: () => events.load.parked },
    { name: 'tagma_queued_events', help: 'Events that queues hold.', value: () => events.load.events },
    ...(backup.place ? backupMetrics(dataDir) : []),
  ])
  return metricsServer(metrics)
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
}

/**
 * Makes the organization in a new database and, from the environment, its owner. Returns the address of a new owner.
 */
async function makeFirstOrganization({ services }: App, config: Config): Promise<string | undefined> {
  if ((await listOrganizations(services.data.db)).length > 0) return undefined
  const { name, owner } = config.firstOrganization
  if (owner) {
    const { email, name: fullName, password } = owner
    const problem = accountProblem({ email, fullName, password, organizationName: name })
    if (problem !== undefined)
      throw new ConfigError(
        `TAGMA_OWNER_EMAIL, TAGMA_OWNER_NAME or TAGMA_OWNER_PASSWORD cannot be used: ${problem}`,
      )
  }
  const hashed = owner && {
    email: owner.email,
    fullName: owner.name,
    passwordHash: await services.outside.passwords.hash(owner.password),
  }
  const created = await services.data.transact(installation, async (tx) =>
    // Several processes may start at once; the first one makes the organization.
    (await listOrganizations(tx.db)).length > 0
      ? undefined
      : createOrganization(tx, services.time.random, { name, subdomain: '', owner: hashed }),
  )
  return created?.owner?.deliveryEmail
}

/** Hosts on which a listening server is reached as `localhost`. */
const isHere = /^(127\.0\.0\.1|0\.0\.0\.0|localhost)$/

/**
 * Tells a newcomer the addresses and the next step. Output is kept in logs: it has no keys, and the link that makes an
 * owner only until there is an owner.
 */
async function greet(
  { services, engine }: App,
  config: Config,
  madeOwner: string | undefined,
): Promise<void> {
  const url = config.publicUrl
  const isDamaged = engine.file?.damage !== undefined
  const lines = [
    `Tagma is running.`,
    ``,
    `  Open          ${url}   (in a browser, or with any client that speaks the Zulip API)`,
    ...(config.sitePort === 0
      ? []
      : [
          `  Website       ${config.siteUrl ?? `http://${isHere.test(config.host) ? 'localhost' : config.host}:${config.sitePort}`}`,
        ]),
    `  Data          ${config.databaseUrl === undefined ? config.dataDir : `PostgreSQL, and ${config.dataDir}`}`,
    ``,
  ]
  const waiting = isDamaged ? [] : await listOrganizationsWithoutOwner(services.data.db)
  for (const organization of waiting) {
    lines.push(`  Become the owner: open ${await makeSetupLink(services, organization)}`, ``)
  }
  lines.push(
    `  Try it:  curl ${url}/api/v1/server_settings`,
    ...(madeOwner === undefined
      ? []
      : [
          `           curl ${url}/api/v1/fetch_api_key -d username=${madeOwner} --data-urlencode 'password=YOUR PASSWORD'`,
        ]),
    `  Stop:    Ctrl-C`,
    ``,
  )
  console.log(lines.join('\n'))
}
