import { type Caller, makeUser, succeed } from '../http-caller.ts'
import { type Address, Follower, type Message, moment, Writer } from './writer.ts'

/** A user who writes, and reads all messages. */
export interface Pair {
  readonly writer: Writer
  readonly follower: Follower
  /** State from the registration. */
  readonly registered: Readonly<Record<string, unknown>>
}

/** Addresses of a user's servers, and the milliseconds until the user takes one that does not answer for gone. */
interface Ways {
  readonly writing: Address
  readonly reading: Address
  readonly patience?: number
}

/** Makes a user with a queue; `registration` says of which kind. */
export async function makePair(
  owner: Caller,
  name: string,
  { writing, reading, patience }: Ways,
  registration: Readonly<Record<string, string>> = { event_types: '["message"]', apply_markdown: 'false' },
): Promise<Pair> {
  const caller = await makeUser(reading(), owner, name)
  const registered = await succeed(reading(), caller, 'POST', '/register', registration)
  const queueId = String(registered.queue_id)
  return {
    writer: new Writer(writing, caller, queueId, name, patience),
    follower: new Follower(reading, caller, queueId, Number(registered.last_event_id), patience),
    registered,
  }
}

/** Messages that the server acknowledged to the writers. */
export const acknowledged = (pairs: readonly Pair[]) =>
  pairs.flatMap(({ writer }) => writer.written.filter(({ id }) => id !== undefined))

/** Lets everybody send unacknowledged messages again, and read until they have all messages. */
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

/**
 * Compares the writers' messages with the server's and with the followers'. Throws an error that names the difference.
 */
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

/** Messages in the channel after a message id, oldest first. */
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
