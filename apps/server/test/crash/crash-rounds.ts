import { type Caller, makeUser, ownerFrom, ownerSettings, succeed } from '../http-caller.ts'
import { type Installation, installation } from '../server-process.ts'
import { seededRandom } from './seeded-random.ts'
import { Follower, type Message, Writer } from './writer.ts'

export interface CrashRounds {
  readonly rounds: number
  readonly writers: number
  /** The same seed kills at the same moments. */
  readonly seed: number
  readonly say: (line: string) => void
}

/** The longest time that a round lets the writers write before the server is killed, in milliseconds. */
const longestRound = 600

/** How long what follows a kill may take before the round counts as failed, in milliseconds. */
const patience = 60_000

/**
 * Has writers send over HTTP, kills the server at a random moment, starts it again and compares: each acknowledged
 * message is there once, nothing else is, and each queue registered before the first round has had an event for each,
 * once and in order. Throws an error that says what is wrong. Returns how many messages were acknowledged.
 */
export async function crashRounds({ rounds, writers: count, seed, say }: CrashRounds): Promise<number> {
  const random = seededRandom(seed)
  const server = await installation({ ...ownerSettings, TAGMA_LOG: 'error' })
  try {
    await server.start()
    const owner = ownerFrom(server.output())
    const pairs = await Promise.all(
      Array.from({ length: count }, (_, index) => makeWriter(server, owner, `writer${index}`)),
    )
    const earlier = (await storedMessages(server.url, owner, 0)).at(-1)?.id ?? 0
    for (let round = 1; round <= rounds; round++) {
      const before = acknowledged(pairs).length
      await killWhileWriting(server, pairs, Math.ceil(random() * longestRound))
      const killedAt = acknowledged(pairs).length
      await server.start()
      await bounded(goOn(pairs), `The queues lack events after round ${round}`)
      compare(await storedMessages(server.url, owner, earlier), pairs)
      say(`round ${round}: ${killedAt - before} acknowledged before the kill, all there once`)
    }
    if ((await server.stop('SIGTERM')) !== 0) throw new Error(`Stopping failed:\n${server.output()}`)
    return acknowledged(pairs).length
  } finally {
    await server.remove()
  }
}

interface Pair {
  readonly writer: Writer
  readonly follower: Follower
}

async function makeWriter({ url }: Installation, owner: Caller, name: string): Promise<Pair> {
  const caller = await makeUser(url, owner, name)
  const { queue_id, last_event_id } = await succeed(url, caller, 'POST', '/register', {
    event_types: '["message"]',
    apply_markdown: 'false',
  })
  const queueId = String(queue_id)
  return {
    writer: new Writer(url, caller, queueId, name),
    follower: new Follower(url, caller, queueId, Number(last_event_id)),
  }
}

const acknowledged = (pairs: readonly Pair[]) =>
  pairs.flatMap(({ writer }) => writer.written.filter(({ id }) => id !== undefined))

async function killWhileWriting(server: Installation, pairs: readonly Pair[], milliseconds: number) {
  const ending = new AbortController()
  const working = Promise.all(
    pairs.flatMap(({ writer, follower }) => [writer.write(ending.signal), follower.follow(() => false)]),
  )
  await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), working])
  await server.stop('SIGKILL')
  ending.abort()
  await working
}

/** Everybody sends again what was not acknowledged, and reads until they have heard of everything. */
async function goOn(pairs: readonly Pair[]): Promise<void> {
  await Promise.all(pairs.map(({ writer }) => writer.settle()))
  const ids = acknowledged(pairs).map(({ id }) => id ?? 0)
  const last = Math.max(...ids)
  await Promise.all(
    pairs.map(({ follower }) => follower.follow(() => (follower.received.at(-1)?.id ?? 0) >= last)),
  )
}

/** Compares what writers know with what the server has and with what followers were told. */
function compare(stored: readonly Message[], pairs: readonly Pair[]): void {
  const expected = new Map(acknowledged(pairs).map(({ id, content }) => [id ?? 0, content]))
  const inOrder = [...expected.keys()].toSorted((a, b) => a - b)
  if (inOrder.length !== acknowledged(pairs).length) throw new Error('Two messages were given the same id')
  same('stored messages', stored, inOrder, expected)
  for (const { follower, writer } of pairs)
    same(`events of ${writer.caller.email}`, follower.received, inOrder, expected)
}

function same(
  what: string,
  found: readonly Message[],
  ids: readonly number[],
  contents: ReadonlyMap<number, string>,
): void {
  for (let index = 0; index < Math.max(found.length, ids.length); index++) {
    const { id, content } = found[index] ?? { id: undefined, content: undefined }
    const expected = ids[index]
    if (id !== expected || content !== contents.get(expected ?? -1))
      throw new Error(
        `The ${what} differ at ${index} of ${ids.length}: message ${id} (${content}) instead of ${expected} (${contents.get(expected ?? -1)})`,
      )
  }
}

/** The messages in the channel after one of them, oldest first. */
async function storedMessages(url: string, owner: Caller, after: number): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const answer = await succeed(url, owner, 'GET', '/messages', {
      anchor: all.at(-1)?.id ?? after,
      include_anchor: 'false',
      num_before: 0,
      num_after: 5000,
      narrow: JSON.stringify([{ operator: 'channel', operand: 'general' }]),
      apply_markdown: 'false',
    })
    all.push(...(answer.messages as Message[]))
    if (answer.found_newest === true) return all
  }
}

async function bounded(work: Promise<void>, failure: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(failure)), patience)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
