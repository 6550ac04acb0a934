import { rmSync } from 'node:fs'
import { makeSchema } from '@tagma/server/test/server-process.ts'
import type { Figure, Measurement, Options } from './figure.ts'
import { type Load, measure, type Measured, median, summary } from './load.ts'
import { type Running, startServer } from './server.ts'

const windows = 5
const people = 1000
/** Sessions that are ended at one process and asked about at another one. */
const endings = 100
/** Milliseconds after which a server that nobody calls has given back what its start took. */
const rest = 10_000

/** Measures sign-in: what it costs to recognize callers, to provision people, and to have the ways in that nobody uses. */
export const signIn: Measurement = {
  name: 'sign-in',
  title: 'Signing in',
  async run(options) {
    const alone = [
      ...(await recognitionFigures(options)),
      await provisioningFigure(),
      ...(await idleFigures()),
    ]
    return process.env.TEST_DATABASE_URL === undefined ? alone : [...alone, await endedFigure()]
  },
}

/** The cookie of a session that a browser opens by the sign-in page. */
async function openSession({ url, email, password }: Running): Promise<string> {
  const response = await fetch(`${url}/login/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ username: email, password, stay: 'on' }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0] ?? '')
    .find((pair) => /^(?:__Host-)?tagma=/.test(pair))
  if (cookie === undefined) throw new Error(`No session was opened: ${response.status}`)
  return cookie
}

/** Calls below /json, as a page does. */
async function bySession(
  server: Running,
  cookie: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/json${path}`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  })
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** CPU of a cheap call that is recognized by a session and by a token, beside the same by the API key, in turn. */
async function recognitionFigures({ seconds }: Options): Promise<Figure[]> {
  const server = await startServer({ environment: { TAGMA_SITE_PORT: '0' } })
  try {
    const cookie = await openSession(server)
    const made = await bySession(server, cookie, '/tagma/access_tokens', {
      name: 'bench',
      scopes: '["full"]',
    })
    const to = (path: string, more: Partial<Load>) => ({
      url: `${server.url}${path}`,
      connections: 16,
      ...more,
    })
    const plans = {
      key: to('/api/v1/users/me', { authorization: server.authorization }),
      session: to('/json/users/me', { headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
      token: to('/api/v1/users/me', {
        authorization: `Basic ${btoa(`${server.email}:${String(made.token)}`)}`,
      }),
    }
    const measured: Record<keyof typeof plans, Measured[]> = { key: [], session: [], token: [] }
    for (let window = 0; window <= windows; window++)
      for (const name of ['key', 'session', 'token'] as const) {
        const one = await measure({ ...plans[name], seconds }, server.cpuSeconds)
        // In the first window, Node compiles what is called often.
        if (window > 0) measured[name].push(one)
      }
    const key = summary(measured.key).cpuMicroseconds
    const beside = (name: 'session' | 'token', title: string): Figure => {
      const { cpuMicroseconds } = summary(measured[name])
      return {
        name: `A call recognized by ${title}: CPU beside one by API key`,
        value: cpuMicroseconds / key,
        unit: 'times',
        atMost: 1.1,
        note: `${cpuMicroseconds.toFixed(1)} µs, by key ${key.toFixed(1)} µs`,
      }
    }
    return [beside('session', 'a session'), beside('token', 'an access token')]
  } finally {
    await server.stop()
  }
}

/** Seconds for a client of SCIM to make a thousand people, one call after the other, as Okta and Entra do. */
async function provisioningFigure(): Promise<Figure> {
  const server = await startServer({ environment: { TAGMA_SITE_PORT: '0' } })
  try {
    const cookie = await openSession(server)
    const client = await bySession(server, cookie, '/tagma/scim_clients', { name: 'bench' })
    const headers = {
      authorization: `Bearer ${String(client.secret)}`,
      'content-type': 'application/scim+json',
    }
    const before = server.cpuSeconds()
    const began = performance.now()
    for (let index = 0; index < people; index++) {
      const response = await fetch(`${server.url}/scim/v2/Users`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
          externalId: `00u${index}`,
          userName: `person${index}@example.com`,
          displayName: `Person ${index}`,
          active: true,
        }),
      })
      if (response.status !== 201) throw new Error(`Person ${index} was refused: ${await response.text()}`)
      await response.arrayBuffer()
    }
    const seconds = (performance.now() - began) / 1000
    const cpu = ((server.cpuSeconds() - before) * 1000) / people
    return {
      name: `${people.toLocaleString('en')} people made by SCIM, one after the other`,
      value: seconds,
      unit: 's',
      atMost: 30,
      note: `${cpu.toFixed(2)} ms CPU each`,
    }
  } finally {
    await server.stop()
  }
}

/** Services of all kinds, none of which anybody has signed in by. */
const services = {
  TAGMA_SIGN_IN_CORP_KIND: 'oidc',
  TAGMA_SIGN_IN_CORP_ISSUER: 'http://127.0.0.1:9',
  TAGMA_SIGN_IN_CORP_CLIENT_ID: 'bench',
  TAGMA_SIGN_IN_CORP_CLIENT_SECRET: 'not told',
  TAGMA_SIGN_IN_SCHOOL_KIND: 'saml',
  TAGMA_SIGN_IN_SCHOOL_METADATA_FILE: '/nowhere/metadata.xml',
}

/** Memory and start of a server with passwords alone, and of one with services that nobody has used yet. */
async function idleFigures(): Promise<Figure[]> {
  const plain = await idle({})
  const ready = await idle(services)
  return [
    { name: 'Memory (PSS) of an idle server with passwords alone', value: plain.memory, unit: 'MiB' },
    {
      name: 'The same with services that nobody has used yet, beyond it',
      value: ready.memory - plain.memory,
      unit: 'MiB',
      atMost: 5,
      note: `starts in ${ready.startedIn.toFixed(0)} ms, with passwords alone in ${plain.startedIn.toFixed(0)} ms`,
    },
  ]
}

/** Starts the same data twice: the first start makes the organization, and signs its owner in. */
async function idle(environment: Readonly<Record<string, string>>) {
  const settings = { TAGMA_SITE_PORT: '0', ...environment }
  const first = await startServer({ environment: settings })
  const { dataDir } = first
  await first.stop({ keep: true })
  const server = await startServer({ dataDir, environment: settings })
  try {
    await new Promise((resolve) => setTimeout(resolve, rest))
    return { memory: server.memory(), startedIn: server.startedIn }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Ends sessions at one process, and asks another one by them as soon as the first has answered. Needs PostgreSQL. */
async function endedFigure(): Promise<Figure> {
  const { url, drop } = await makeSchema()
  const environment = { DATABASE_URL: url, TAGMA_SITE_PORT: '0' }
  const servers: Running[] = []
  try {
    const first = await startServer({ environment })
    servers.push(first)
    const second = await startServer({ environment })
    servers.push(second)
    const statusAt = async ({ url: at }: Running, cookie: string) => {
      const response = await fetch(`${at}/json/users/me`, {
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
      await response.arrayBuffer()
      return response.status
    }
    let late = 0
    const took: number[] = []
    for (let turn = 0; turn < endings; turn++) {
      const cookie = await openSession(first)
      // The second process remembers it.
      if ((await statusAt(second, cookie)) !== 200)
        throw new Error('A session is not heard at the other process')
      const began = performance.now()
      const ended = await fetch(`${first.url}/accounts/logout/`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
      await ended.arrayBuffer()
      took.push(performance.now() - began)
      if ((await statusAt(second, cookie)) !== 401) late++
    }
    return {
      name: `Of ${endings} sessions that end at one process, heard by another one after the answer`,
      value: late,
      unit: '',
      atMost: 0,
      note: `the answer after ${median(took).toFixed(1)} ms`,
    }
  } finally {
    for (const server of servers) await server.stop()
    await drop()
  }
}
