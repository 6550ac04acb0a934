// Plays many clients against a server. It is a process of its own, so that measuring the server leaves out the clients.
// Reads a plan as JSON from standard input; prints the result as one line of JSON.
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallKind, CrowdPlan, CrowdResult } from './crowd.ts'
import { RawConnection } from './raw-connection.ts'

const plan = JSON.parse(await text(process.stdin)) as CrowdPlan
const { url, users, seconds } = plan
const result: CrowdResult = { latencies: [], sent: 0, received: 0, answered: 0, slowest: 0, slowestPath: '' }
/** The time of the end, counted from the moment when all clients poll. */
let ends = Infinity
const isOver = () => performance.now() >= ends

/** Registers a queue and polls it until the end. Notes the time of each message from sending to arrival. */
async function poll(user: CrowdPlan['users'][number], address: string): Promise<void> {
  const connection = new RawConnection(address)
  const registered = JSON.parse(
    await connection.request(
      'POST',
      '/register',
      user.authorization,
      new URLSearchParams({
        event_types: '["message"]',
        fetch_event_types: '[]',
        apply_markdown: 'false',
      }).toString(),
    ),
  ) as { queue_id: string; last_event_id: number }
  let last = registered.last_event_id
  void (async () => {
    while (!isOver()) {
      const body = await connection.request(
        'GET',
        `/events?queue_id=${registered.queue_id}&last_event_id=${last}`,
        user.authorization,
      )
      const now = performance.now()
      const { events } = JSON.parse(body) as { events: { id: number; message?: { content: string } }[] }
      for (const { id, message } of events) {
        last = id
        if (!message) continue
        result.received++
        result.latencies.push(now - Number(message.content.slice(5)))
      }
    }
  })().catch((error: unknown) => {
    if (!isOver()) throw error
  })
}

/** Makes a call over a connection of its own, and notes its duration. */
async function timed(
  connection: RawConnection,
  user: CrowdPlan['users'][number],
  method: 'GET' | 'POST',
  path: string,
  body = '',
): Promise<string> {
  const began = performance.now()
  const answer = await connection.request(method, path, user.authorization, body)
  const took = performance.now() - began
  result.answered++
  if (took > result.slowest) {
    result.slowest = took
    result.slowestPath = path.split('?')[0] ?? path
  }
  return answer
}

async function send(connection: RawConnection, user: CrowdPlan['users'][number]): Promise<void> {
  result.sent++
  const fields = { type: 'channel', to: user.channel, topic: 'crowd', content: `sent ${performance.now()}` }
  await timed(connection, user, 'POST', '/messages', new URLSearchParams(fields).toString())
}

/** Milliseconds after which a connection is not used again. */
const longestIdle = 2000

/** Repeats the work at an even rate until the end, over as many connections as needed. */
async function evenly(perSecond: number, work: (connection: RawConnection) => Promise<void>): Promise<void> {
  const idle: { readonly connection: RawConnection; readonly since: number }[] = []
  const began = performance.now()
  const running = new Set<Promise<void>>()
  for (let count = 0; !isOver(); count++) {
    const due = began + (count * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    let kept = idle.pop()
    // The server ends connections that are idle for five seconds, perhaps at this moment.
    while (kept && (!kept.connection.isOpen || performance.now() - kept.since > longestIdle)) {
      kept.connection.close()
      kept = idle.pop()
    }
    const used = kept?.connection ?? new RawConnection(plan.urls?.[count % plan.urls.length] ?? url)
    const done = work(used).then(() => void idle.push({ connection: used, since: performance.now() }))
    running.add(done)
    void done.finally(() => running.delete(done))
  }
  await Promise.all(running)
  for (const { connection } of idle) connection.close()
}

// Registers a few clients at a time, because registering is not measured here.
const waiting = [...users.slice(0, plan.pollers ?? users.length).entries()]
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await poll(next[1], plan.urls?.[next[0] % plan.urls.length] ?? url)
  }),
)
ends = performance.now() + seconds * 1000
process.stdout.write('polling\n')

const random = () => users[Math.floor(Math.random() * users.length)] ?? users[0]!
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
const narrowed = (operator: string, operand: string) =>
  encodeURIComponent(JSON.stringify([{ operator, operand }]))
let reporting = 0
/** The newest message that somebody has read, for flags. */
let known: { readonly id: number; readonly user: CrowdPlan['users'][number] } | undefined

const calls: Readonly<Record<CallKind, (connection: RawConnection) => Promise<void>>> = {
  sends: (connection) => send(connection, random()),
  async reads(connection) {
    const user = random()
    const narrow = narrowed('channel', user.channel)
    const answer = await timed(
      connection,
      user,
      'GET',
      `/messages?anchor=newest&num_before=50&num_after=0&narrow=${narrow}`,
    )
    const [message] = (JSON.parse(answer) as { messages: { id: number }[] }).messages
    if (message) known = { id: message.id, user }
  },
  async presence(connection) {
    const user = users[reporting++ % users.length]!
    const fields = { status: 'active', slim_presence: 'true', last_update_id: String(1) }
    await timed(connection, user, 'POST', '/users/me/presence', form(fields))
  },
  async flags(connection) {
    if (!known) return
    const fields = { messages: `[${known.id}]`, op: reporting % 2 === 0 ? 'add' : 'remove', flag: 'starred' }
    await timed(connection, known.user, 'POST', '/messages/flags', form(fields))
  },
  async searches(connection) {
    const path = `/messages?anchor=newest&num_before=50&num_after=0&narrow=${narrowed('search', 'sent')}`
    await timed(connection, random(), 'GET', path)
  },
  // A client that opens: everything is fetched, and the queue is left to end by itself.
  async registrations(connection) {
    await timed(connection, random(), 'POST', '/register', form({ client_gravatar: 'true' }))
  },
}
const plans = Object.entries(plan.perSecond) as [CallKind, number][]
const busy = plans.filter(([, perSecond]) => perSecond > 0)
await Promise.all(
  busy.length > 0 ? busy.map(([kind, perSecond]) => evenly(perSecond, calls[kind])) : [sleep(seconds * 1000)],
)
// Waits for the last messages.
await sleep(500)
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
