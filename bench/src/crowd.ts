import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createChannels } from '@tagma/server/src/areas/channels/create-channels.ts'
import { subscribeUsers } from '@tagma/server/src/areas/channels/subscribe-users.ts'
import { makeMembers, publicChannel, startFilled } from './populate.ts'
import type { Running } from './server.ts'

export interface Member {
  readonly authorization: string
  /** The name of a channel that they are in. */
  readonly channel: string
}

/** What many clients are to do. */
export interface CrowdPlan {
  readonly url: string
  /** Where there are several processes: all of them. */
  readonly urls?: readonly string[]
  readonly users: readonly Member[]
  /** How many of the users poll; all, unless it is given. */
  readonly pollers?: number
  readonly seconds: number
  readonly perSecond: { readonly sends?: number; readonly reads?: number; readonly presence?: number }
}

/** What they saw; times in milliseconds. */
export interface CrowdResult {
  /** From sending a message to each poller who got it. */
  readonly latencies: number[]
  sent: number
  received: number
  /** Calls but polls. */
  answered: number
  /** The slowest of them. */
  slowest: number
  slowestPath: string
}

/** A server whose organization has so many members, in channels of so many each. */
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

/** Has a crowd, in a process of its own, do what the plan says; `whilePolling` is run when all of them poll. */
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
    if (polling.done !== true) await whilePolling()
    const last = await lines.next()
    if (last.done === true) throw new Error(`The crowd ended with ${await ended}`)
    return JSON.parse(last.value) as CrowdResult
  } finally {
    child.kill()
  }
}

/** The value below which that part of some numbers lies. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
