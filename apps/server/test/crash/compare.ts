import { type Caller, makeUser, succeed } from '../http-caller.ts'
import { type Address, Follower, type Message, moment, Writer } from './writer.ts'

/** Somebody who writes, and reads what all write. */
export interface Pair {
  readonly writer: Writer
  readonly follower: Follower
  /** What they knew when they registered. */
  readonly registered: Readonly<Record<string, unknown>>
}

/** Makes a user with a queue; `registration` says of which kind. */
export async function makePair(
  owner: Caller,
  name: string,
  { writing, reading }: { writing: Address; reading: Address },
  registration: Readonly<Record<string, string>> = { event_types: '["message"]', apply_markdown: 'false' },
): Promise<Pair> {
  const caller = await makeUser(reading(), owner, name)
  const registered = await succeed(reading(), caller, 'POST', '/register', registration)
  const queueId = String(registered.queue_id)
  return {
    writer: new Writer(writing, caller, queueId, name),
    follower: new Follower(reading, caller, queueId, Number(registered.last_event_id)),
    registered,
  }
}

/** What the writers know to have been sent. */
export const acknowledged = (pairs: readonly Pair[]) =>
  pairs.flatMap(({ writer }) => writer.written.filter(({ id }) => id !== undefined))

/** Everybody sends again what was not acknowledged, and reads until they have heard of everything. */
export async function goOn(pairs: readonly Pair[]): Promise<void> {
  await Promise.all(pairs.map(({ writer }) => writer.settle()))
  const last = Math.max(...acknowledged(pairs).map(({ id }) => id ?? 0))
  const isDone = ({ follower }: Pair) => (follower.received.at(-1)?.id ?? 0) >= last
  await Promise.all(
    pairs.map(async (pair) => {
      while (!isDone(pair)) {
        await pair.follower.follow(() => isDone(pair))
        if (!isDone(pair)) await moment()
      }
    }),
  )
}

/** Compares what writers know with what the server has and with what followers were told. Throws an error that says what is wrong. */
export function compare(stored: readonly Message[], pairs: readonly Pair[]): void {
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
export async function storedMessages(url: string, owner: Caller, after: number): Promise<Message[]> {
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
