import type { Connection } from '@tagma/client/connection.ts'
import type { RegisteredState } from '@tagma/client/follow-events.ts'
import type { ServerEvent } from '@tagma/client/server-event.ts'
import { expect, test } from 'vitest'
import { type TabChannel, TabLine } from './tab-line.ts'

/** Channels between tabs. Each word arrives at all others, as a copy. */
function tabs() {
  const all: { readonly hear: ((word: unknown) => void)[] }[] = []
  return (): TabChannel => {
    const own = { hear: [] as ((word: unknown) => void)[] }
    all.push(own)
    return {
      post: (word) => {
        for (const other of all) if (other !== own) for (const hear of other.hear) hear(structuredClone(word))
      },
      listen: (hear) => void own.hear.push(hear),
    }
  }
}

const stateOf = (queueId: string, lastEventId: number) =>
  ({
    queue_id: queueId,
    last_event_id: lastEventId,
    event_queue_longpoll_timeout_seconds: 60,
  }) as RegisteredState
const event = (id: number) => ({ id, type: 'typing' }) as ServerEvent
const live: Connection = { state: 'live' }

/** A tab that notes what it hears. */
function tab(channel: TabChannel, id: string, position?: { queueId: string; lastEventId: number }) {
  const heard: (number | string)[] = []
  const tries: string[] = []
  let state: RegisteredState | undefined
  const line = new TabLine({
    channel,
    id,
    position,
    state: () => state,
    retry: () => void tries.push(id),
    follower: {
      registered: (given) => {
        state = given
        heard.push(given.queue_id!)
      },
      received: (events) => void heard.push(...events.map((each) => each.id)),
      changed: (connection) => void heard.push(connection.state),
    },
  })
  return { line, heard, tries }
}

test('what the tab that asks the server gets, all tabs hear', () => {
  const open = tabs()
  const [asking, other] = [tab(open(), 'a'), tab(open(), 'b')]
  const follower = asking.line.begin()
  follower.registered(stateOf('q', 5))
  follower.changed(live)
  follower.received([event(6), event(7)])
  for (const { heard, line } of [asking, other]) {
    expect(heard).toEqual(['q', 'live', 6, 7])
    expect(line.position).toEqual({ queueId: 'q', lastEventId: 7, longPollSeconds: 60 })
  }
})

test('nobody is told a state that nobody asks for', () => {
  const words: unknown[] = []
  const alone = tab({ post: (word) => void words.push(word), listen: () => undefined }, 'a')
  alone.line.begin().registered(stateOf('q', 5))
  expect(words).toEqual([{ kind: 'events', since: alone.line.position, events: [] }])
})

test('a tab that comes later gets what it missed, or the whole state', async () => {
  const open = tabs()
  const asking = tab(open(), 'a')
  const follower = asking.line.begin()
  follower.registered(stateOf('q', 5))
  follower.changed(live)
  follower.received([event(6), event(7)])
  const known = tab(open(), 'b', { queueId: 'q', lastEventId: 6 })
  await known.line.join(1000)
  expect(known.heard).toEqual([7, 'live'])
  const empty = tab(open(), 'c')
  await empty.line.join(1000)
  expect([empty.heard, empty.line.position?.lastEventId]).toEqual([['q', 'live'], 7])
  const older = tab(open(), 'd', { queueId: 'before', lastEventId: 9 })
  await older.line.join(1000)
  expect(older.heard).toEqual(['q', 'live'])
  // Nobody else heard it twice.
  expect(asking.heard).toEqual(['q', 'live', 6, 7])
})

test('a tab that missed an event asks for it, and drops what it knows', () => {
  const open = tabs()
  const asking = tab(open(), 'a')
  const follower = asking.line.begin()
  follower.registered(stateOf('q', 5))
  follower.received([event(6)])
  const behind = tab(open(), 'b', { queueId: 'q', lastEventId: 5 })
  follower.received([event(7)])
  expect(behind.heard).toEqual([6, 7])
})

test('another tab takes over, and those that join ask it', async () => {
  const open = tabs()
  const [first, second] = [tab(open(), 'a'), tab(open(), 'b')]
  const before = first.line.begin()
  before.registered(stateOf('q', 5))
  before.received([event(6)])
  const after = second.line.begin()
  after.changed(live)
  after.received([event(7)])
  expect(first.heard).toEqual(['q', 6, 'live', 7])
  const third = tab(open(), 'c', { queueId: 'q', lastEventId: 6 })
  await third.line.join(1000)
  expect(third.heard).toEqual([7, 'live'])
})

test('a tab that takes over while it is being answered answers the next one', async () => {
  const open = tabs()
  const before = tab(open(), 'a').line.begin()
  before.registered(stateOf('q', 5))
  before.changed(live)
  const channel = open()
  // Between the state and the rest of the answer, it takes over.
  const second = tab(
    {
      post: (word) => channel.post(word),
      listen: (hear) =>
        channel.listen((word) => {
          hear(word)
          if ((word as { readonly kind: string }).kind === 'state') second.line.begin().changed(live)
        }),
    },
    'b',
  )
  await second.line.join(1000)
  const third = tab(open(), 'c')
  await third.line.join(1000)
  expect(third.heard).toContain('q')
})

test('a tab that nobody answers goes on by itself', async () => {
  const { line, heard } = tab(tabs()(), 'a')
  await line.join(1)
  expect(heard).toEqual([])
})

test('more events than are kept are given as a state', async () => {
  const open = tabs()
  const follower = tab(open(), 'a').line.begin()
  follower.registered(stateOf('q', 0))
  for (let id = 1; id <= 2001; id++) follower.received([event(id)])
  const late = tab(open(), 'b', { queueId: 'q', lastEventId: 500 })
  await late.line.join(1000)
  expect(late.heard).toEqual(['q'])
  const recent = tab(open(), 'c', { queueId: 'q', lastEventId: 1500 })
  await recent.line.join(1000)
  expect(recent.heard).toHaveLength(501)
})

test('whoever asks to try at once reaches the tab that is connected, and errors stay at home', () => {
  const open = tabs()
  const [asking, other] = [tab(open(), 'a'), tab(open(), 'b')]
  const follower = asking.line.begin()
  follower.changed({ state: 'waiting', reason: 'unreachable', until: 1, error: () => 'no copy of this' })
  expect(other.heard).toEqual(['waiting'])
  other.line.retry()
  expect(asking.tries).toEqual(['a'])
})
