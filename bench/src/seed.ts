import type { Running } from './server.ts'

/** The size of the organization. */
export interface Size {
  readonly users: number
  readonly channels: number
  readonly subscribers: number
  readonly messages: number
}

/** A channel of the organization, with its subscribers. */
export interface SeededChannel {
  readonly name: string
  readonly userIds: readonly number[]
  /** The credentials of its subscribers. */
  readonly subscribers: readonly string[]
}

/** An organization created through the API. */
export interface Seeded {
  /** The channel that holds all messages. */
  readonly read: SeededChannel
  /** A channel of other people, without messages. */
  readonly sent: SeededChannel
}

type Fields = Readonly<Record<string, string>>

/** Calls an endpoint and returns its answer. Throws on an error. */
export async function call(
  server: Pick<Running, 'url'>,
  authorization: string | undefined,
  method: 'GET' | 'POST',
  path: string,
  fields: Fields,
): Promise<Record<string, unknown>> {
  const form = new URLSearchParams(fields)
  const response = await fetch(
    `${server.url}/api/v1${path}${method === 'GET' ? `?${form.toString()}` : ''}`,
    {
      method,
      ...(authorization === undefined ? {} : { headers: { authorization } }),
      ...(method === 'GET' ? {} : { body: form }),
    },
  )
  if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** Runs the action this number of times, a few at a time. */
async function each<T>(count: number, atATime: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const index = next++
      results[index] = await act(index)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return results
}

const password = 'a password for measuring'

interface Person {
  readonly id: number
  readonly authorization: string
}

/** Makes accounts through the API. */
const makePeople = (server: Running, count: number): Promise<Person[]> =>
  each(count, 4, async (index) => {
    const email = `user${index}@example.com`
    const { user_id: id } = await call(server, server.authorization, 'POST', '/users', {
      email,
      full_name: `User ${index}`,
      password,
    })
    const { api_key: key } = await call(server, undefined, 'POST', '/fetch_api_key', {
      username: email,
      password,
    })
    return { id: Number(id), authorization: `Basic ${btoa(`${email}:${String(key)}`)}` }
  })

/** People who register in turn: one alone would soon have more queues than anybody may, and each new one ends another. */
export async function crowd(server: Running): Promise<() => { readonly authorization: string }> {
  const people = await makePeople(server, 50)
  let count = 0
  return () => ({ authorization: people[count++ % people.length]?.authorization ?? '' })
}

/** Fills the organization of a new server through the API alone. */
export async function seed(server: Running, size: Size): Promise<Seeded> {
  const { authorization } = server
  const users = await makePeople(server, size.users - 1)
  const owner = await call(server, authorization, 'GET', '/users/me', {})
  users.push({ id: Number(owner.user_id), authorization })

  const channels: SeededChannel[] = []
  for (let index = 0; index < size.channels; index++) {
    // Each channel takes the next people, so that the first two channels share nobody.
    const members = Array.from({ length: Math.min(size.subscribers, users.length) }, (_, offset) => {
      const user = users[(index * size.subscribers + offset) % users.length]
      if (!user) throw new Error('The organization has nobody')
      return user
    })
    const channel = {
      name: `channel ${index}`,
      userIds: members.map((user) => user.id),
      subscribers: members.map((user) => user.authorization),
    }
    await call(server, authorization, 'POST', '/users/me/subscriptions', {
      subscriptions: JSON.stringify([{ name: channel.name, description: 'What is said here' }]),
      principals: JSON.stringify(channel.userIds),
    })
    channels.push(channel)
  }
  const [read, sent] = channels
  if (!read || !sent) throw new Error('There have to be two channels at least')
  await each(size.messages, 32, (index) =>
    call(server, read.subscribers[index % read.subscribers.length], 'POST', '/messages', {
      type: 'channel',
      to: read.name,
      topic: `topic ${index % 50}`,
      content: `Message **${index}**: has anybody seen the [plan](https://example.com/plan) for tomorrow? It was in \`plan.md\`.`,
    }),
  )
  return { read, sent }
}
