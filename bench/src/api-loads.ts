import type { Load } from './load.ts'
import { call, type Seeded, type SeededChannel } from './seed.ts'
import type { Running } from './server.ts'

/** The load on one endpoint. */
export interface ApiLoad {
  readonly name: string
  /** Returns the load, without its duration. */
  load(server: Running, organization: Seeded): Promise<Plan>
  /** The least number of requests a second, in percent of bare `node:http` with the same bytes. */
  readonly leastShare?: number
  /** The least number of requests a second. */
  readonly leastPerSecond?: number
  /** Whether a queue of each subscriber is polled at the same time. */
  readonly isPolled?: boolean
}

type Plan = Omit<Load, 'seconds'>

/** A call by the first subscriber of a channel, over 16 connections. */
const by = ({ subscribers: [authorization] }: SeededChannel, server: Running, path: string): Plan => ({
  url: `${server.url}/api/v1${path}`,
  ...(authorization === undefined ? {} : { authorization }),
  connections: 16,
})

const post = (plan: Plan, fields: Readonly<Record<string, string>>): Plan => ({
  ...plan,
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
})

/** Sends to a channel, 64 callers at a time. */
export const sendTo = (channel: SeededChannel, server: Running): Plan =>
  post(
    { ...by(channel, server, '/messages'), connections: 64 },
    {
      type: 'channel',
      to: channel.name,
      topic: 'bench',
      content: 'Hello **world**, how are you today?',
    },
  )

/** The endpoints that cause most of a server's work, in the order of measuring. */
export const apiLoads: readonly ApiLoad[] = [
  {
    name: 'GET /users/me',
    leastShare: 70,
    load: async (server, { read }) => by(read, server, '/users/me'),
  },
  {
    name: 'GET /users/{id}',
    leastShare: 70,
    load: async (server, { read }) => by(read, server, `/users/${read.userIds[1]}`),
  },
  {
    name: 'GET /users/me/subscriptions',
    leastPerSecond: 10_000,
    load: async (server, { read }) => by(read, server, '/users/me/subscriptions'),
  },
  {
    name: 'GET /messages, 100 messages',
    leastShare: 50,
    load: async (server, { read }) => by(read, server, '/messages?anchor=newest&num_before=100&num_after=0'),
  },
  {
    name: 'GET /messages, search with 100 results',
    leastPerSecond: 1500,
    // Each request asks for another place, or the answers would be remembered.
    load: async (server, { read }) => {
      let count = 0
      return {
        ...by(read, server, '/messages'),
        vary: () => ({
          path: `/api/v1/messages?${new URLSearchParams({
            anchor: String(10_000_000 + count++),
            num_before: '100',
            num_after: '0',
            narrow: JSON.stringify([{ operator: 'search', operand: 'tomorrow' }]),
          }).toString()}`,
        }),
      }
    },
  },
  {
    name: 'POST /messages/render',
    leastPerSecond: 8000,
    load: async (server, { read }) =>
      post(by(read, server, '/messages/render'), { content: 'Hello **world**, how are you today?' }),
  },
  {
    name: 'POST /users/me/presence',
    leastPerSecond: 8000,
    load: async (server, { read }) => {
      // From their second call on, clients ask only for news since the last call.
      const path = '/users/me/presence'
      const fields = { status: 'active', new_user_input: 'true', last_update_id: '-1' }
      const first = await call(server, read.subscribers[0], 'POST', path, fields)
      return post(by(read, server, path), {
        ...fields,
        last_update_id: String(first.presence_last_update_id),
      })
    },
  },
  {
    name: 'POST /messages, durable, 64 callers',
    leastPerSecond: 10_000,
    load: async (server, { sent }) => sendTo(sent, server),
  },
  {
    name: 'POST /messages, with 100 queues polled',
    leastPerSecond: 4000,
    isPolled: true,
    load: async (server, { sent }) => sendTo(sent, server),
  },
]
