import { connect, type Socket } from 'node:net'
import { freePort, installation } from '#test/server-process.ts'
import { type Answered, exchange, formOf } from './exchange.ts'

/** A server process under attack, with an owner who does no harm. */
export interface Target {
  readonly url: string
  /** Host name of the owner's organization. */
  readonly host: string
  readonly pid: number
  /** The owner's credentials. */
  readonly authorization: string
  readonly email: string
  readonly password: string
  /** Name of a channel of the owner. */
  readonly channel: string
  /** Port for incoming mail. */
  readonly mailPort: number
  /** Calls the API; with fields, as a form. */
  call(method: string, path: string, fields?: Readonly<Record<string, string>>): Promise<Answered>
  /** Opens a connection on which nothing was sent. */
  connect(): Promise<Socket>
  isRunning(): boolean
  /** Returns the server's output so far. */
  output(): string
  stop(): Promise<void>
}

const owner = { email: 'owner@example.com', password: 'plum tree beside the lake' }
const channel = 'attacked'

/** Limits that the ordinary caller never reaches; calls without an account keep their limits. */
export const ordinaryLimits = 'all=100000/60,send_message=100000/60'

/** Starts `tagma serve` with an owner and a channel. */
export async function startTarget(settings: Readonly<Record<string, string>> = {}): Promise<Target> {
  const mailPort = await freePort()
  const server = await installation({
    TAGMA_RATE_LIMITS: ordinaryLimits,
    TAGMA_LOG: 'error',
    TAGMA_OWNER_EMAIL: owner.email,
    TAGMA_OWNER_PASSWORD: owner.password,
    TAGMA_INCOMING_MAIL_PORT: String(mailPort),
    TAGMA_INCOMING_MAIL_DOMAIN: 'localhost',
    TAGMA_INCOMING_MAIL_HOST: '127.0.0.1',
    ...settings,
  })
  await server.start()
  let hasEnded = false
  const { host } = new URL(server.url)
  const signedIn = await caller(server.url, host)('POST', '/fetch_api_key', {
    username: owner.email,
    password: owner.password,
  })
  const { api_key: key } = JSON.parse(signedIn.body) as { api_key: string }
  const authorization = `Basic ${btoa(`${owner.email}:${key}`)}`
  const call = caller(server.url, host, authorization)
  await call('POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: channel }]) })
  return {
    url: server.url,
    host,
    pid: server.pid(),
    authorization,
    ...owner,
    channel,
    mailPort,
    call,
    connect: connector(server.url),
    output: server.output,
    isRunning() {
      try {
        process.kill(server.pid(), 0)
        return !hasEnded
      } catch {
        return false
      }
    },
    async stop() {
      hasEnded = true
      await server.remove()
    },
  }
}

/** Calls by credentials; without them, as a stranger. */
export const caller =
  (url: string, host: string, authorization?: string): Target['call'] =>
  (method, path, fields) =>
    exchange({
      url,
      host,
      method,
      path,
      authorization,
      payload: fields && formOf(fields),
    })

export const connector = (url: string) => (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      // Errors are left to the attack.
      socket.off('error', reject).on('error', () => {})
      resolve(socket)
    })
    socket.once('error', reject)
  })
