import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { makeMembers, publicChannel, startFilled } from './populate.ts'
import type { Running } from './server.ts'

export interface Member {
  readonly authorization: string
  /** The name of a channel that these users are in. */
  readonly channel: string
}

/** The calls that a crowd makes beside its polls. */
export type CallKind = 'sends' | 'reads' | 'presence' | 'flags' | 'searches' | 'registrations'

/** The work of many clients. */
export interface CrowdPlan {
  readonly url: string
  /** The addresses of all processes, if there are several. */
  readonly urls?: readonly string[]
  readonly users: readonly Member[]
  /** The number of users who poll. By default all. */
  readonly pollers?: number
  readonly seconds: number
  /** Calls of each kind for each second. */
  readonly perSecond: Readonly<Partial<Record<CallKind, number>>>
}

/** The results. Times are in milliseconds. */
export interface CrowdResult {
  /** The time from sending a message to each poller who got it. */
  readonly latencies: number[]
  sent: number
  received: number
  /** Calls except polls. */
  answered: number
  /** The slowest of these calls. */
  slowest: number
  slowestPath: string
}

/** Starts a server with this number of members, in channels of this size. */
export async function serverWithCrowd(
  count: number,
  channelSize: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ server: Running; users: Member[] }> {
  const users: Member[] = []
  const server = await startFilled(async (organization) => {
    const { app, directory, owner } = organization
    const members = await makeMembers(organization, count)
    for (let from = 0; from < count; from += channelSize) {
      const name = `channel ${from / channelSize}`
      const some = members.slice(from, from + channelSize)
      await app.services.data.transact(directory.organization.id, async (tx) => {
        const channels = await createChannels(tx, directory, [publicChannel(directory, owner, name)])
        await subscribeUsers(tx, directory, some, channels)
      })
      for (const { email, apiKey } of some)
        users.push({ authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, channel: name })
    }
  }, environment)
  return { server, users }
}

/** Runs a crowd by its plan, in a process of its own. Calls `whilePolling` when all clients poll. */
export async function crowd(
  plan: CrowdPlan,
  whilePolling: () => Promise<void> = async () => {},
): Promise<CrowdResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crowd-process.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(plan))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  try {
    const polling = await lines.next()
    // A crowd that ends early must not leave an idle server to be measured.
    if (polling.done !== true)
      await Promise.race([
        whilePolling(),
        ended.then((code) => {
          if (code !== 0) throw new Error(`The crowd ended early, with ${code}`)
          // The crowd is done: the last look is still to come.
          return new Promise<void>(() => {})
        }),
      ])
    const last = await lines.next()
    if (last.done === true) throw new Error(`The crowd ended with ${await ended}`)
    return JSON.parse(last.value) as CrowdResult
  } finally {
    child.kill()
  }
}

/** Returns the value that this part of the numbers lies below. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
