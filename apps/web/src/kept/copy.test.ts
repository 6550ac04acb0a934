import { addPage } from '@tagma/sync/messages/add-page.ts'
import { addEcho } from '@tagma/sync/messages/echoes.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { emptyMessages, showWindows } from '@tagma/sync/messages/messages.ts'
import { expect, test } from 'vitest'
import { withMessages, withWholeList } from '#state/topic-lists.ts'
import { type Keepable, withWhole } from './copy-parts.ts'
import { accountIn, CopyWriter, headKey, ownCopy, readHead, type Texts } from './copy.ts'

const position = { queueId: 'abc', lastEventId: 7 }
const state = { user_id: 8, realm_name: 'Analytical Engine' } as never
const message = (id: number, stream_id = 5, content = '<p>x</p>') => ({
  id,
  type: 'stream',
  stream_id,
  subject: 'colors',
  reactions: [],
  submessages: [],
  flags: ['read'],
  sender_id: 10,
  content,
})

const known = () => {
  const page = { messages: [message(3), message(9)], anchor: 9, found_oldest: false, found_newest: true }
  return {
    state,
    messages: addPage(emptyMessages, [{ operator: 'channel', operand: 5 }], page as never, {
      facts: factsOf(state),
      asOf: 0,
    }),
    topics: withWholeList(withMessages(new Map(), [{ id: 2, stream_id: 6, subject: 'Logo' }]), 5, [
      { name: 'colors', max_id: 9 },
    ]),
  }
}

/** Puts texts into what is stored, as the device does. */
function store(stored: Map<string, string>, texts: Texts = {}): void {
  for (const [key, text] of Object.entries(texts)) {
    if (text === undefined) stored.delete(key)
    else stored.set(key, text)
  }
}

const written = (what: Keepable = known()) => {
  const stored = new Map<string, string>()
  store(stored, new CopyWriter().write(what, position))
  return stored
}

const read = (stored: ReadonlyMap<string, string>) => readHead(stored.get(headKey))?.complete(stored)

test('a copy comes back as it was', () => {
  const before = known()
  const copy = read(written(before))
  expect(copy?.position).toEqual(position)
  expect(copy?.known.state).toEqual(state)
  expect(copy?.known.topics).toEqual(before.topics)
  expect([...(copy?.known.messages.byId ?? [])]).toEqual([...before.messages.byId])
  expect([...(copy?.known.messages.windows ?? [])]).toEqual([...before.messages.windows])
})

test('a text of another version, half of one, or one without its parts is no copy', () => {
  const stored = written(large())
  const text = stored.get(headKey) ?? ''
  expect(readHead(text.slice(0, -10))).toBeUndefined()
  expect(readHead(text.replace('"form":3', '"form":2'))).toBeUndefined()
  expect(readHead(undefined)).toBeUndefined()
  for (const key of stored.keys()) {
    if (key === headKey) continue
    const damaged = new Map(stored)
    damaged.set(key, '[{')
    expect(read(damaged)).toBeUndefined()
    damaged.delete(key)
    expect(read(damaged)).toBeUndefined()
  }
})

test('only the account that is signed in gets its copy', () => {
  const copy = read(written())
  expect(ownCopy(copy, 'a=1; tagma-account=8')).toBe(copy)
  expect(ownCopy(copy, 'tagma-account=88')).toBeUndefined()
  expect(ownCopy(copy, 'other-tagma-account=8')).toBeUndefined()
  expect(ownCopy(undefined, '')).toBeUndefined()
})

const person = (user_id: number, full_name = `user ${user_id}`) => ({ user_id, full_name })
const channel = (stream_id: number) => ({ stream_id, name: `channel ${stream_id}` })

/** An organization of a hundred people and channels; a conversation in channel 5 is on the screen, another is not. */
function large(): Keepable & { state: NonNullable<Keepable['state']> } {
  const many = Array.from({ length: 100 }, (_, id) => id)
  const organization = {
    user_id: 8,
    realm_name: 'Analytical Engine',
    realm_users: many.map((id) => person(id)),
    subscriptions: many.map(channel),
    presences: Object.fromEntries(many.map((id) => [id, { active_timestamp: id }])),
    realm_user_groups: [{ id: 1, members: many, direct_subgroup_ids: [], is_system_group: false }],
  } as never
  let messages = emptyMessages
  for (const [channelId, ids] of [
    [5, [3, 9]],
    [6, [4]],
  ] as const) {
    const content = '<p><span class="user-mention" data-user-id="77">@x</span></p>'
    const page = {
      messages: ids.map((id) => message(id, channelId, content)),
      anchor: 9,
      found_oldest: true,
      found_newest: true,
    }
    messages = addPage(messages, [{ operator: 'channel', operand: channelId }], page as never, {
      facts: factsOf(organization),
      asOf: 0,
    })
  }
  const [open = ''] = messages.windows.keys()
  return { state: organization, messages: showWindows(messages, [open]), topics: new Map() }
}

test('the head has the open conversation, and those whose names it shows', () => {
  const before = large()
  const head = readHead(written(before).get(headKey))
  expect(head?.known.state?.realm_users?.map(({ user_id }) => user_id)).toEqual([5, 8, 10, 77])
  expect(head?.known.state?.subscriptions?.map(({ stream_id }) => stream_id)).toEqual([5])
  expect(head?.known.state?.realm_user_groups?.[0]?.members).toEqual([5, 8, 10, 77])
  expect(Object.keys(head?.known.state?.presences ?? {})).toEqual(['5', '8', '10', '77'])
  expect([...(head?.known.messages.windows.keys() ?? [])]).toEqual(before.messages.shown)
  expect([...(head?.known.messages.byId.values() ?? [])].map(({ id }) => id)).toEqual([3, 9])
})

test('the whole comes behind the head, and what was drawn stays the same objects', () => {
  const stored = written(large())
  const head = readHead(stored.get(headKey))!
  const whole = head.complete(stored)!
  const [first] = head.known.state!.realm_users!
  // Something changes before the rest is read.
  const changed = { ...head.known.state!.subscriptions![0]!, is_muted: true }
  const present = { ...head.known, state: { ...head.known.state!, subscriptions: [changed] } }
  const { state: after, messages } = withWhole(present, whole.known)
  expect(after?.realm_users).toEqual(large().state.realm_users)
  expect(after?.realm_users?.[5]).toBe(first)
  expect(after?.subscriptions?.[5]).toBe(changed)
  expect(after?.subscriptions).toHaveLength(100)
  expect(after?.realm_user_groups).toEqual(large().state.realm_user_groups)
  expect(after?.presences).toEqual(large().state.presences)
  expect([...messages.byId].map(([id]) => id)).toEqual([3, 4, 9])
  expect(messages.byId.get(3)).toBe(head.known.messages.byId.get(3))
  expect(messages.windows.size).toBe(2)
})

test('a message on its way stands in its window, which comes with the rest of the copy', () => {
  const stored = written(large())
  const head = readHead(stored.get(headKey))!
  const whole = head.complete(stored)!
  const { id: _none, ...echo } = message(0, 6, '<p>on its way</p>')
  const messages = addEcho(
    head.known.messages,
    { ...echo, local_id: 'a' } as never,
    factsOf(head.known.state!),
  )
  const after = withWhole({ ...head.known, messages }, whole.known)
  const placed = [...after.messages.windows.values()].flatMap(({ echoes }) => echoes)
  expect(placed).toEqual([...messages.echoes.values()])
})

test('only what changed is written again', () => {
  const writer = new CopyWriter()
  const stored = new Map<string, string>()
  expect(writer.isFresh).toBe(true)
  const before = large()
  store(stored, writer.write(before, position))
  expect(writer.isFresh).toBe(false)
  expect(Object.keys(writer.write(before, position) ?? {})).toEqual([headKey])

  const users = [...before.state.realm_users!.slice(0, 50), person(200) as never]
  const { subscriptions: _left, ...rest } = before.state
  const after: Keepable = {
    ...before,
    state: { ...rest, realm_users: users },
    messages: { ...before.messages, byId: before.messages.byId.without([3]) },
  }
  const texts = writer.write(after, { ...position, lastEventId: 9 })
  expect(Object.keys(texts ?? {}).toSorted()).toEqual(
    ['', ' messages 3', ' messages 4', ' realm_users', ' subscriptions'].map((end) => headKey + end),
  )
  store(stored, texts)
  const copy = read(stored)
  expect(copy?.position.lastEventId).toBe(9)
  expect(copy?.known.state).toEqual(after.state)
  expect([...(copy?.known.messages.byId ?? [])]).toEqual([...after.messages.byId])

  writer.forget()
  expect(writer.isFresh).toBe(true)
  expect(Object.keys(writer.write(after, position) ?? {})).toContain(`${headKey} realm_users`)
})

test('the cookies say whose the page is, and that it is nobody’s', () => {
  expect(accountIn('a=1; tagma-account=8')).toBe(8)
  expect(accountIn('tagma-account=0')).toBe(0)
  expect(accountIn('a=1')).toBeUndefined()
})

test('nothing is written before anything is known', () => {
  expect(new CopyWriter().write({ ...known(), state: undefined }, position)).toBeUndefined()
})
