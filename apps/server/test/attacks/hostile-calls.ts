import { Agent } from 'node:http'
import { endpoints } from '@tagma/contract/endpoints.ts'
import fc from 'fast-check'
import { type HostileCall, hostileCall } from '#test/hostile-call.ts'
import { type Attack, Broken } from './attack.ts'
import { exchange } from './exchange.ts'
import { hostileTarget, type HostileTarget } from './hostile-target.ts'

const atOnce = 4
/** Most milliseconds for a call. Polls may wait longer. */
const longest = 1000
const polls = 'get-events'
/** Share of the calls before the first look at memory: by then, everything that loads once is loaded. */
const warmPart = 0.1
const mostGrowth = 0.2

const all = Object.values(endpoints)

interface Tally {
  calls: number
  faults: string[]
  slow: string[]
  slowest: number
  organizations: number
}

/** Sends calls one after another to an organization of their own, until there are no more. */
async function attackOne(target: HostileTarget, next: () => HostileCall | undefined, tally: Tally) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let organization = await target.fresh()
  tally.organizations++
  const names = ['owner', 'owner', 'owner', 'member', 'guest', 'stranger']
  for (let call = next(); call; call = next()) {
    const name = names[tally.calls++ % names.length] ?? ''
    const began = performance.now()
    const { status, body } = await exchange({
      ...call,
      url: target.url,
      host: organization.host,
      authorization: organization.authorizations[name],
      agent,
    })
    const took = performance.now() - began
    if (status >= 500 || status === 0) tally.faults.push(`${call.id}: ${status} ${body.slice(0, 300)}`)
    if (call.id !== polls) {
      tally.slowest = Math.max(tally.slowest, took)
      if (took > longest) tally.slow.push(`${call.id}: ${took.toFixed(0)} ms`)
    }
    if (name === 'owner' && (status === 401 || status === 403)) {
      organization = await target.fresh(organization.organizationId)
      tally.organizations++
    }
  }
  // Only the effects on the process stay.
  await target.fresh(organization.organizationId)
  agent.destroy()
}

/** Yields hostile calls without end: every endpoint in turn. */
function* hostile(seed: number): Generator<HostileCall> {
  for (let round = 0; ; round++)
    for (const [index, endpoint] of all.entries())
      yield* fc.sample(hostileCall(endpoint), { numRuns: 1, seed: seed + round * all.length + index })
}

export const hostileCalls: Attack = {
  name: 'hostile-calls',
  title: 'calls of every operation with values that nobody would send on purpose',
  bounds: { memoryMib: 400, cpuSeconds: Infinity, wait: 2000 },
  open: hostileTarget,
  async run(target, { calls, seed }) {
    const attacked = target as HostileTarget
    const tally: Tally = { calls: 0, faults: [], slow: [], slowest: 0, organizations: 0 }
    const source = hostile(seed)
    const attack = async (until: number) => {
      const next = () => (tally.calls < until ? (source.next().value as HostileCall) : undefined)
      await Promise.all(Array.from({ length: atOnce }, () => attackOne(attacked, next, tally)))
      return attacked.used()
    }
    const before = await attack(Math.ceil(calls * warmPart))
    const after = await attack(calls)
    const growth = after / before - 1
    const problems = [
      ...(tally.faults.length > 0 ? [`${tally.faults.length} faults, such as ${tally.faults[0]}`] : []),
      ...(tally.slow.length > 0
        ? [`${tally.slow.length} calls over ${longest} ms, such as ${tally.slow.slice(0, 3).join(', ')}`]
        : []),
      ...(growth > mostGrowth ? [`${(growth * 100).toFixed(0)} % more memory in use after collection`] : []),
    ]
    const facts =
      `seed ${seed}, ${tally.calls.toLocaleString('en')} calls in ${tally.organizations} organizations, ` +
      `the slowest ${tally.slowest.toFixed(0)} ms; in use after collection ${mib(before)} then ${mib(after)}`
    if (problems.length > 0) throw new Broken(`${problems.join('; ')} (${facts})`)
    return facts
  },
}

const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
