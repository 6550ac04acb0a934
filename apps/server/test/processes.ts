import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAccount } from '#areas/accounts/create-account.ts'
import { createOrganization } from '#areas/organization/create-organization.ts'
import { parseConfig } from '#config/config.ts'
import { type Log, silentLog } from '#ports/log.ts'
import { systemRandom } from '#ports/random.ts'
import { type App, createApp } from '#server/app.ts'
import type { Engine } from '#store/engines/engine.ts'
import { openPostgres } from '#store/engines/postgres.ts'
import { installation } from '#store/log/transactions.ts'
import { type Account, quickPasswords, type TestClient, testClient } from './app.ts'
import { buses, type TestBus } from './buses.ts'
import { FakeClock } from './fake-clock.ts'
import { makeSchema } from './server-process.ts'

/** One of several processes, simulated inside the test's own. */
export interface Process {
  readonly app: App
  readonly bus: TestBus
  as(account: Account): TestClient
}

export interface ProcessOptions {
  readonly open?: (url: string, index: number) => Promise<Engine>
  readonly log?: Log
}

const openDatabase = (url: string) => openPostgres({ url, connections: 4 })

/**
 * Makes several processes on one PostgreSQL database, with one organization, on a clock that the test moves. `open`
 * opens the database for the process with that index.
 */
export async function processes(
  count: number,
  environment: Readonly<Record<string, string>> = {},
  { open = openDatabase, log = silentLog }: ProcessOptions = {},
) {
  const database = await makeSchema()
  onTestFinished(() => database.drop())
  const dataDir = mkdtempSync(join(tmpdir(), 'tagma-data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = parseConfig({
    TAGMA_PUBLIC_URL: 'http://localhost',
    TAGMA_RATE_LIMITS: 'off',
    TAGMA_DATA_DIR: dataDir,
    ...environment,
  })
  const clock = new FakeClock()
  const started: Process[] = []
  for (const [index, bus] of buses(count).entries()) {
    const engine = await open(database.url, index)
    const app = await createApp(config, { engine, clock, bus, log, passwords: quickPasswords })
    onTestFinished(() => app.close())
    started.push({ app, bus, as: (account) => testClient(app, 'localhost', account) })
  }
  const [first] = started
  if (!first) throw new Error('There has to be a process')
  const organizationId = await first.app.services.data.transact(installation, async (tx) => {
    const { id } = await createOrganization(tx, systemRandom, { name: 'Analytical Engine', subdomain: '' })
    return id
  })
  return {
    processes: started,
    clock,
    organizationId,
    /** Makes a member. */
    async member(name: string): Promise<Account> {
      const { services } = first.app
      const directory = await services.data.directories.get(organizationId)
      const { id, email, apiKey } = await services.data.transact(organizationId, (tx) =>
        createAccount(tx, directory, systemRandom, {
          email: `${name}@example.com`,
          fullName: name,
          role: 400,
          passwordHash: null,
        }),
      )
      return { id, email, apiKey }
    },
    /** Lets a second pass in all processes, one after another. */
    async tick(): Promise<void> {
      for (const { app } of started) await app.tick()
    },
  }
}
