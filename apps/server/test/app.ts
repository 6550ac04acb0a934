import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@tagma/client/api-error.ts'
import { type CommonFields, createClient } from '@tagma/client/client.ts'
import type { Answer, Endpoint, Input } from '@tagma/contract/define.ts'
import { endpoints } from '@tagma/contract/endpoints.ts'
import { type ErrorCode, errorCodes } from '@tagma/contract/errors.ts'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import { createOrganization } from '#areas/organization/create-organization.ts'
import { openSession } from '#areas/sign-in/open-session.ts'
import { type Config, parseConfig } from '#config/config.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { formerHash } from '#model/former-hash.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { localBus } from '#ports/bus.ts'
import type { Log } from '#ports/log.ts'
import type { Mail } from '#ports/mailer.ts'
import type { Passwords } from '#ports/passwords.ts'
import { systemRandom } from '#ports/random.ts'
import type { Turns } from '#ports/turns.ts'
import { type App, createApp } from '#server/app.ts'
import { installation } from '#store/log/transactions.ts'
import { testEngine } from './engine.ts'
import { FakeClock } from './fake-clock.ts'
import { Given } from './given.ts'

/** The password of every hash that a former server has made. */
export const formerPassword = 'as in former times'

/** Passwords with an instant hash; the real ones have their own tests. */
export const quickPasswords: Passwords = {
  hash: async (password) => `plain$${password}`,
  verify: async (password, hash) =>
    formerHash(hash ?? '') ? password === formerPassword : hash === `plain$${password}`,
}

/** A user to call as. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly apiKey: string
}

/** One organization of the server under test. */
export interface TestApp {
  readonly app: App
  readonly clock: FakeClock
  readonly organizationId: number
  /** Current users, channels and settings. */
  readonly directory: OrganizationDirectory
  /** Makes a client for an account; without an account, for a stranger. */
  as(account?: Account, userAgent?: string): TestClient
  /** Opens a page as a browser does; with fields, sends its form. */
  page(path: string, fields?: Readonly<Record<string, string>>): Promise<{ status: number; body: string }>
  /** Faults that the server has logged. A test that expects none needs to do nothing. */
  readonly faults: unknown[]
  /** Facts in the lines of the security log so far, of all organizations of the server. */
  readonly securityLines: readonly Readonly<Record<string, unknown>>[]
  /** The mails sent so far, by all organizations of the server. */
  readonly mails: readonly Mail[]
  /** Host name for requests to this organization. */
  readonly host: string
  readonly given: Given
}

export interface TestClient {
  /** Returns the answer, after checking its form against the contract. */
  call<E extends Endpoint>(endpoint: E, args: Input<E>): Promise<Answer<E> & CommonFields>
  /** Returns the refusal. Its code must be declared in the contract. Fails when the call succeeds. */
  refusal<E extends Endpoint>(endpoint: E, args: Input<E>): Promise<ApiError>
}

interface Shared {
  readonly app: App
  readonly clock: FakeClock
  readonly faults: unknown[]
  readonly securityLines: Readonly<Record<string, unknown>>[]
  readonly mails: Mail[]
}

const shared = new Map<string, Promise<Shared>>()
let organizations = 0

/**
 * Makes a new organization on the server under test. Tests of a worker with the same settings share a server, so every
 * test also shows that organizations do not see each other. A test with turns of its own gets a server of its own.
 */
export async function testApp(
  environment: Readonly<Record<string, string>> = {},
  turns?: Turns,
): Promise<TestApp> {
  const { app, clock, faults, securityLines, mails } = await (turns
    ? startAlone(environment, turns)
    : startShared(environment))
  // Outside of a test nothing can fail; the next test that makes an organization checks again.
  if (expect.getState().currentTestName !== undefined) {
    onTestFinished(() => {
      if (faults.length > 0) throw new AggregateError(faults.splice(0), 'The server had faults')
    })
  }
  const subdomain = `org${++organizations}`
  const { id } = await app.services.data.transact(installation, (tx) =>
    createOrganization(tx, systemRandom, { name: `Organization ${organizations}`, subdomain }),
  )
  const directory = await app.services.data.directories.get(id)
  const host = `${subdomain}.localhost`
  const made: Omit<TestApp, 'given'> = {
    app,
    clock,
    organizationId: id,
    directory,
    host,
    faults,
    securityLines,
    mails,
    async page(path, fields) {
      const { statusCode, body } = await app.http.inject({
        method: fields ? 'POST' : 'GET',
        url: path.replace(/^https?:\/\/[^/]+/, ''),
        headers: {
          host,
          'sec-fetch-site': 'same-origin',
          ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(fields ? { payload: String(new URLSearchParams(fields)) } : {}),
      })
      return { status: statusCode, body }
    },
    as: (account, userAgent) => testClient(app, host, account, userAgent),
  }
  return Object.assign(made, { given: new Given(made) })
}

function startShared(environment: Readonly<Record<string, string>>): Promise<Shared> {
  const key = JSON.stringify(environment)
  let starting = shared.get(key)
  if (!starting) shared.set(key, (starting = start(environment)))
  return starting
}

async function startAlone(environment: Readonly<Record<string, string>>, turns: Turns): Promise<Shared> {
  const alone = await start(environment, turns)
  onTestFinished(() => alone.app.close())
  return alone
}

async function start(environment: Readonly<Record<string, string>>, turns?: Turns): Promise<Shared> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagma-data-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const config: Config = parseConfig({
    TAGMA_PORT: '0',
    TAGMA_PUBLIC_URL: 'http://localhost',
    TAGMA_RATE_LIMITS: 'off',
    TAGMA_WEB_CLIENT: 'off',
    TAGMA_DATA_DIR: dataDir,
    ...environment,
  })
  const clock = new FakeClock()
  const faults: unknown[] = []
  const securityLines: Readonly<Record<string, unknown>>[] = []
  const keep = (facts: Readonly<Record<string, unknown>>) => {
    if (typeof facts.event === 'string') securityLines.push(facts)
  }
  const log: Log = {
    error: (facts) => faults.push(facts.err ?? facts),
    warn: keep,
    info: keep,
    debug: () => {},
  }
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} }
  const engine = await testEngine()
  const app = await createApp(config, {
    engine,
    clock,
    log,
    bus: localBus,
    passwords: quickPasswords,
    mailer,
    ...(turns && { turns }),
  })
  await separateIds(app)
  return { app, clock, faults, securityLines, mails }
}

/** Makes ids of different kinds start far apart, so that a test fails if they are mixed up. */
async function separateIds(app: App): Promise<void> {
  const { sql } = await import('kysely')
  const starts: Record<string, number> = {
    users: 1000,
    channels: 2000,
    user_groups: 3000,
    conversations: 4000,
    messages: 50_000,
  }
  await app.engine.write(-2, async ({ db }) => {
    for (const [table, first] of Object.entries(starts)) {
      if (app.engine.kind === 'sqlite')
        await sql`insert into sqlite_sequence (name, seq) values (${table}, ${first})`.execute(db)
      else await sql`alter table ${sql.id(table)} alter column id restart with ${sql.lit(first)}`.execute(db)
    }
  })
}

const statusOf = (code: string): number | undefined =>
  (errorCodes as Partial<typeof errorCodes>)[code as ErrorCode]?.status

/** Codes that every endpoint may return. */
const commonCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'BAD_REQUEST',
  'REQUEST_VARIABLE_MISSING',
  'REQUEST_VARIABLE_INVALID',
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'USER_DEACTIVATED',
  'REALM_DEACTIVATED',
  'NONEXISTENT_SUBDOMAIN',
  'INSUFFICIENT_SCOPE',
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMIT_HIT',
  'REQUEST_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
])

/** Headers of a browser in which an account has just been signed in. */
async function sessionHeaders(app: App, { id }: Account, host: string): Promise<Record<string, string>> {
  const { services } = app
  const { directories } = services.data
  let user: UserRecord | undefined
  for (const organization of directories.known()) user ??= (await directories.get(organization)).users.get(id)
  const { 'set-cookie': cookie } = await openSession(
    { services, headers: { host }, address: '127.0.0.1', session: async () => undefined },
    must(user, 'the account exists'),
    { method: 'password', stays: true },
  )
  return { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' }
}

const answerChecks = new Map<Endpoint, z.ZodObject>()

/** Returns the check of an endpoint's answers. Making one takes zod several times as long as using it. */
function answerCheck(endpoint: Endpoint): z.ZodObject {
  let check = answerChecks.get(endpoint)
  if (!check) answerChecks.set(endpoint, (check = z.strictObject(endpoint.returns)))
  return check
}

/** Calls the API of a server without a socket: by key, or by session where the endpoint takes nothing else. */
export function testClient(
  app: App,
  host: string,
  account: Account | undefined,
  userAgent = 'tests',
): TestClient {
  const clientAt = (root: '/api/v1' | '/json') =>
    createClient({
      url: `http://${host}`,
      root,
      userAgent,
      // Tests see the refusals of limits.
      patienceSeconds: 0,
      ...(account && root === '/api/v1'
        ? { credentials: { email: account.email, apiKey: account.apiKey } }
        : {}),
      fetch: (async (input: string, init?: RequestInit) => {
        const url = new URL(input)
        const request = new Request(url, {
          method: init?.method ?? 'GET',
          ...(init?.body ? { body: init.body } : {}),
        })
        const headers = {
          ...(init?.headers as Record<string, string>),
          host: url.host,
          ...(account && root === '/json' ? await sessionHeaders(app, account, host) : {}),
        }
        const contentType = request.headers.get('content-type')
        const response = await app.http.inject({
          method: init?.method ?? 'GET',
          url: url.pathname + url.search,
          headers: contentType === null ? headers : { ...headers, 'content-type': contentType },
          ...(init?.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
        })
        return new Response(response.body, { status: response.statusCode })
      }) as typeof fetch,
    })
  const byKey = clientAt('/api/v1')
  const bySession = clientAt('/json')
  const clientFor = ({ session }: Endpoint) => (session ? bySession : byKey)
  return {
    async call(endpoint, args) {
      const answer = await clientFor(endpoint).call(endpoint, args)
      const { ignored_parameters_unsupported: _ignored, ...fields } = answer as Record<string, unknown>
      const checked = answerCheck(endpoint).safeParse(fields)
      if (!checked.success)
        throw new Error(
          `${endpoint.id} answered what its contract does not declare:\n${z.prettifyError(checked.error)}`,
        )
      return answer
    },
    async refusal(endpoint, args) {
      try {
        await clientFor(endpoint).call(endpoint, args)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!declares(endpoint, error))
          throw new Error(
            `${endpoint.id} refused with ${error.status} ${error.code} (${error.message}), which its contract does not declare`,
            { cause: error },
          )
        return error
      }
      throw new Error(`${endpoint.id} was carried out, where a refusal was expected`)
    },
  }
}

/** Tells whether an endpoint may refuse with a code and an HTTP status. */
export const declares = (
  endpoint: Endpoint,
  { code, status }: { readonly code: string; readonly status: number },
): boolean =>
  (status === statusOf(code) && commonCodes.has(code)) ||
  endpoint.errors?.some((error) => error.code === code && (error.status ?? statusOf(code)) === status) ===
    true ||
  (code === 'UNAUTHORIZED_PRINCIPAL' && ['moderator', 'administrator', 'owner'].includes(endpoint.role))

/** Every endpoint, for tests over the whole surface. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints)
