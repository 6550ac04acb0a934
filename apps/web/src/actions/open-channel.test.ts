import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChannel } from './open-channel.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('history', { state: null })
})
afterEach(() => vi.unstubAllGlobals())

const open = { kind: 'conversation', conversation: { kind: 'topic', channelId: 4, topic: 'lunch' } } as const

/** Returns what is open after a click on a channel, by its topics and the setting `web_channel_default_view`. */
async function openAfter(names: readonly string[], setting: number) {
  const channel = { stream_id: 5, name: 'design', topics_policy: 'inherit' }
  const topics = new Map(names.map((name, at) => [name, { name, lastId: 90 - at }]))
  let known = {
    state: { user_id: 8, subscriptions: [channel], user_settings: { web_channel_default_view: setting } },
    topics: new Map([[5, { isWhole: true, topics }]]),
    place: { kind: 'inbox' },
    main: open,
  }
  const gone: string[] = []
  const app = {
    store: { get: () => known, set: (next: object) => (known = { ...known, ...next }) },
    go: (address: string) => gone.push(address),
  }
  await openChannel(app as never, 5)
  return { main: known.main, gone }
}

test('a channel without topics leaves no conversation of another channel open', async () => {
  expect(await openAfter([], 1)).toEqual({ main: { kind: 'home' }, gone: ['#topics/channel/5-design'] })
  expect(await openAfter(['logo'], 1)).toMatchObject({ gone: ['#narrow/channel/5-design/topic/logo'] })
})

test('where the setting wants the list of topics, what is open stays', async () => {
  expect(await openAfter([], 3)).toMatchObject({ main: open })
})
