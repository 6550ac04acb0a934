import { describe, expect, test } from 'vitest'
import type { State, SyncEvent } from '../state.ts'
import { addPage, type Page } from './add-page.ts'
import { applyToMessages } from './apply-to-messages.ts'
import { addEcho, type Echo, settleEcho } from './echoes.ts'
import { factsOf } from './facts.ts'
import { givenMessage, givenPage, givenPeople, givenState, me } from './given-messages.ts'
import {
  dropWindow,
  emptyMessages,
  type Messages,
  showWindows,
  staleWindows,
  withinLimits,
} from './messages.ts'
import { canonicalNarrow, directNarrow, type Narrow, narrowKey, topicNarrow } from './narrow.ts'
import { shownIds, type Window } from './window.ts'

const state = givenState()
const colors = topicNarrow(5, 'colors')
const shades = topicNarrow(5, 'shades')
const feed: Narrow = [{ operator: 'is', operand: 'muted', negated: true }]
const starred: Narrow = [{ operator: 'is', operand: 'starred' }]
const search: Narrow = [{ operator: 'search', operand: 'grey' }]

const add = (messages: Messages, narrow: Narrow, page: Page, asOf = messages.position) =>
  addPage(messages, narrow, page, { facts: factsOf(state), asOf })
const apply = (messages: Messages, event: object, of: State = state) =>
  applyToMessages(messages, event as SyncEvent, factsOf(of))
const windowOf = (messages: Messages, narrow: Narrow): Window => {
  const window = messages.windows.get(narrowKey(canonicalNarrow(narrow, me)))
  if (!window) throw new Error('There is no such window')
  return window
}
const idsOf = (messages: Messages, narrow: Narrow) => windowOf(messages, narrow).ids
const page = (...ids: number[]) => givenPage(ids.map((id) => givenMessage(id)))
const sent = (id: number, parts: Parameters<typeof givenMessage>[1] = {}, more: object = {}) => {
  const { flags, ...message } = givenMessage(id, parts)
  return { type: 'message', flags, message, ...more }
}
const changed = (id: number, parts: object) => ({
  type: 'update_message',
  message_id: id,
  message_ids: [id],
  flags: [],
  rendering_only: false,
  edit_timestamp: 99,
  stream_id: 5,
  ...parts,
})
const flagged = (op: 'add' | 'remove', flag: string, ...messages: number[]) => ({
  type: 'update_message_flags',
  op,
  flag,
  messages,
  all: false,
})

describe('a page', () => {
  test('of older or newer messages grows the window', () => {
    let all = add(emptyMessages, colors, {
      ...page(50, 51),
      anchor: 50,
      found_oldest: false,
      found_newest: false,
    })
    all = add(all, colors, { ...page(40, 41), anchor: 50, found_newest: false, found_oldest: false })
    all = add(all, colors, { ...page(60), anchor: 51, found_oldest: false })
    expect(windowOf(all, colors)).toMatchObject({
      ids: [40, 41, 50, 51, 60],
      hasOldest: false,
      hasNewest: true,
    })
  })

  test('that does not touch the window takes its place, and the messages of before go', () => {
    const old = add(emptyMessages, colors, { ...page(10, 11), anchor: 10, found_newest: false })
    const all = add(old, colors, page(50, 51))
    expect(windowOf(all, colors)).toMatchObject({ ids: [50, 51], hasOldest: true, hasNewest: true })
    expect(all.byId.has(10)).toBe(false)
  })

  test('decides which messages there are in its stretch', () => {
    const old = add(emptyMessages, colors, page(10, 11, 12))
    expect(idsOf(add(old, colors, page(10, 12)), colors)).toEqual([10, 12])
  })

  test('that was asked for before an event takes in the event', () => {
    const before = add(emptyMessages, shades, page())
    const { position: asOf } = before
    let all = apply(before, sent(12))
    all = apply(all, changed(11, { rendered_content: '<p>new</p>', orig_rendered_content: '<p>old</p>' }))
    all = apply(all, { type: 'delete_message', message_ids: [10], message_type: 'stream' })
    all = add(all, colors, page(10, 11), asOf)
    expect(idsOf(all, colors)).toEqual([11, 12])
    expect(all.byId.get(11)?.content).toBe('<p>new</p>')
  })

  test('that was asked for before a new registration makes a stale window', () => {
    const all = add(staleWindows(emptyMessages), colors, page(10), emptyMessages.position)
    expect(windowOf(all, colors).isStale).toBe(true)
  })

  test('keeps the messages that say the same', () => {
    const old = add(emptyMessages, colors, page(10))
    expect(add(old, colors, page(10)).byId.get(10)).toBe(old.byId.get(10))
  })

  test('that is ahead of the events puts its messages into other windows, and out of them', () => {
    const marks: Narrow = [{ operator: 'is', operand: 'starred' }]
    const old = add(
      add(emptyMessages, marks, page()),
      shades,
      givenPage([givenMessage(11, { subject: 'shades' })]),
    )
    const next = add(old, colors, givenPage([givenMessage(10, { flags: ['starred'] }), givenMessage(11)]))
    expect([idsOf(next, marks), idsOf(next, shades), idsOf(next, colors)]).toEqual([[10], [], [10, 11]])
  })

  test('holds the marked words of a search in its window', () => {
    const found = givenMessage(10, { match_content: '<b>grey</b>', match_subject: 'colors' })
    const all = add(emptyMessages, search, givenPage([found]))
    expect(windowOf(all, search).matches?.get(10)).toEqual({ content: '<b>grey</b>', subject: 'colors' })
  })
})

describe('a new message', () => {
  test('joins the windows that it fits and that hold the newest messages', () => {
    let all = add(emptyMessages, colors, page(10))
    all = add(all, shades, givenPage([]))
    all = add(all, feed, page(10))
    all = add(all, topicNarrow(6, 'colors'), givenPage([]))
    const next = apply(all, sent(11))
    expect(idsOf(next, colors)).toEqual([10, 11])
    expect(idsOf(next, feed)).toEqual([10, 11])
    expect(windowOf(next, shades)).toBe(windowOf(all, shades))
    expect(next.byId.get(10)).toBe(all.byId.get(10))
  })

  test('is not kept if no window shows it', () => {
    const old = add(emptyMessages, colors, { ...page(10, 11), found_newest: false, anchor: 10 })
    expect(apply(old, sent(20)).byId.has(20)).toBe(false)
  })

  test('leaves a search without its newest messages', () => {
    const next = apply(add(emptyMessages, search, page(10)), sent(11))
    expect(windowOf(next, search)).toMatchObject({ ids: [10], hasNewest: false, isStale: false })
  })

  test('of people joins their conversation', () => {
    const both = { type: 'private', display_recipient: givenPeople(me, 11) } as const
    const next = apply(add(emptyMessages, directNarrow([11], me), givenPage([])), sent(12, both))
    expect(idsOf(next, directNarrow([11], me))).toEqual([12])
  })
})

describe('a change of a message', () => {
  const all = add(
    add(add(emptyMessages, colors, page(10, 11, 12)), shades, givenPage([])),
    starred,
    givenPage([]),
  )

  test('takes in another content, and when it was edited', () => {
    const event = changed(11, {
      content: 'b',
      rendered_content: '<p>b</p>',
      orig_rendered_content: '<p>a</p>',
    })
    const next = apply(all, { ...event, flags: ['mentioned'] })
    expect(next.byId.get(11)).toMatchObject({
      content: '<p>b</p>',
      last_edit_timestamp: 99,
      flags: ['mentioned'],
    })
    expect(next.windows).toBe(all.windows)
  })

  test('by a preview leaves no mark of an edit', () => {
    const next = apply(
      all,
      changed(11, { rendered_content: '<p>b</p>', rendering_only: true, user_id: null }),
    )
    expect(next.byId.get(11)?.content).toBe('<p>b</p>')
    expect(next.byId.get(11)).not.toHaveProperty('last_edit_timestamp')
  })

  test('makes a search stale', () => {
    const found = add(all, search, page(10))
    const event = changed(11, { content: 'grey', rendered_content: '<p>grey</p>' })
    expect(windowOf(apply(found, event), search).isStale).toBe(true)
  })

  test('of place moves messages between windows', () => {
    const event = changed(10, {
      message_ids: [10, 11],
      orig_subject: 'colors',
      subject: 'Shades',
      topic_links: [],
    })
    const next = apply(all, event)
    expect([idsOf(next, colors), idsOf(next, shades)]).toEqual([[12], [10, 11]])
    expect(next.byId.get(10)).toMatchObject({ subject: 'Shades', last_moved_timestamp: 99 })
  })

  test('that resolves a topic is no move', () => {
    const next = apply(all, changed(10, { orig_subject: 'colors', subject: '✔ colors', topic_links: [] }))
    expect(next.byId.get(10)).not.toHaveProperty('last_moved_timestamp')
  })

  test('of place makes a window stale that may get messages nobody fetched', () => {
    const event = changed(7, { message_ids: [7], orig_subject: 'other', subject: 'shades', topic_links: [] })
    const next = apply(all, event)
    expect(windowOf(next, shades).isStale).toBe(true)
    expect(windowOf(next, colors)).toBe(windowOf(all, colors))
  })

  test('to another channel makes feeds stale', () => {
    const event = changed(10, { new_stream_id: 6, orig_subject: 'colors' })
    const next = apply(add(all, feed, page(10, 11, 12)), event)
    expect([windowOf(next, feed).isStale, idsOf(next, colors)]).toEqual([true, [11, 12]])
  })

  test('of flags brings it into a window and out of it', () => {
    const marked = apply(all, flagged('add', 'starred', 11))
    expect(idsOf(marked, starred)).toEqual([11])
    expect(idsOf(apply(marked, flagged('remove', 'starred', 11)), starred)).toEqual([])
    expect(windowOf(apply(all, flagged('add', 'starred', 5)), starred).isStale).toBe(true)
    expect(windowOf(apply(all, flagged('remove', 'starred', 5)), starred).isStale).toBe(false)
  })

  test('of all flags at once reaches every message', () => {
    const next = apply(all, { ...flagged('add', 'read'), all: true })
    expect([...next.byId.values()].map(({ flags }) => flags)).toEqual([['read'], ['read'], ['read']])
  })

  test('by reactions and votes is taken in once', () => {
    const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 11 }
    const event = { type: 'reaction', op: 'add', message_id: 11, ...reaction }
    const next = apply(apply(all, event), event)
    expect(next.byId.get(11)?.reactions).toEqual([reaction])
    expect(apply(next, { ...event, op: 'remove' }).byId.get(11)?.reactions).toEqual([])
    const vote = { type: 'submessage', message_id: 11, msg_type: 'widget', content: '{}', sender_id: 11 }
    const voted = apply(apply(all, { ...vote, submessage_id: 4 }), { ...vote, submessage_id: 4 })
    expect(voted.byId.get(11)?.submessages.map(({ id }) => id)).toEqual([4])
  })

  test('that deletes it takes it out of everything', () => {
    const next = apply(all, { type: 'delete_message', message_id: 11, message_type: 'stream' })
    expect([next.byId.has(11), idsOf(next, colors)]).toEqual([false, [10, 12]])
  })
})

describe('around messages', () => {
  test('muting a topic takes its messages out of the feed; the opposite makes the feed stale', () => {
    const all = add(emptyMessages, feed, givenPage([givenMessage(10), givenMessage(11, { subject: 'loud' })]))
    const topic = { stream_id: 5, topic_name: 'Loud', last_updated: 1, visibility_policy: 1 }
    const muting = givenState({ user_topics: [topic] })
    const next = apply(all, { type: 'user_topic', ...topic }, muting)
    expect(windowOf(next, feed)).toMatchObject({ ids: [10], isStale: false })
    const back = apply(next, { type: 'user_topic', ...topic, visibility_policy: 0 })
    expect(windowOf(back, feed).isStale).toBe(true)
  })

  test('leaving a channel marks its messages as read and its windows stale', () => {
    const next = apply(add(emptyMessages, colors, page(10)), {
      type: 'subscription',
      op: 'remove',
      subscriptions: [{ stream_id: 5, name: 'design' }],
    })
    expect(windowOf(next, colors).isStale).toBe(true)
    expect(next.byId.get(10)?.flags).toEqual(['read'])
  })

  test('a channel that goes out of sight takes its messages along', () => {
    const all = add(emptyMessages, colors, page(10))
    const next = apply(all, { type: 'stream', op: 'delete', stream_ids: [5] })
    expect([next.byId.size, idsOf(next, colors)]).toEqual([0, []])
  })

  test('other events change nothing', () => {
    const all = add(emptyMessages, colors, page(10))
    expect(apply(all, { type: 'typing', op: 'start' })).toBe(all)
    expect(apply(all, { type: 'constructor' })).toBe(all)
  })
})

describe('an echo', () => {
  const { display_recipient: _to, ...own } = givenMessage(0, { sender_id: me, flags: ['read'] })
  const echo: Echo = { ...own, participants: [], local_id: 'a1' }
  const all = addEcho(add(emptyMessages, colors, page(10)), echo, factsOf(state))

  test('comes after all messages, also after new ones', () => {
    const next = apply(all, sent(11))
    expect(shownIds(windowOf(next, colors)).map((id) => next.byId.get(id)?.local_id)).toEqual([
      undefined,
      undefined,
      'a1',
    ])
  })

  test('gives way to its message, by the name that its sender gave it', () => {
    const next = apply(all, sent(11, { sender_id: me }, { local_message_id: 'a1' }))
    expect(shownIds(windowOf(next, colors))).toEqual([10, 11])
    expect([next.echoes.size, next.byId.size]).toEqual([0, 2])
  })

  test('gives way to its message by the id of the answer, whichever comes first', () => {
    const answered = settleEcho(all, 'a1', 11, factsOf(state))
    expect(shownIds(windowOf(apply(answered, sent(11)), colors))).toEqual([10, 11])
    expect(shownIds(windowOf(add(answered, colors, page(10, 11)), colors))).toEqual([10, 11])
    expect(shownIds(windowOf(settleEcho(apply(all, sent(11)), 'a1', 11, factsOf(state)), colors))).toEqual([
      10, 11,
    ])
  })

  test('is not shown in a window that lacks the newest messages', () => {
    const old = add(emptyMessages, colors, { ...page(10), anchor: 10, found_newest: false })
    const echoed = addEcho(old, echo, factsOf(state))
    expect(windowOf(echoed, colors).echoes).toEqual([])
    expect(
      windowOf(add(echoed, colors, { ...page(11), anchor: 10, found_oldest: false }), colors),
    ).toMatchObject({
      ids: [10, 11],
      echoes: [-1],
    })
  })
})

describe('keeping', () => {
  const narrowOf = (index: number) => topicNarrow(5, `topic ${index}`)
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => index).reduce(
      (all, index) =>
        add(all, narrowOf(index), givenPage([givenMessage(index + 1, { subject: `topic ${index}` })])),
      emptyMessages,
    )

  test('the windows not seen for longest go first, those on the screen never', () => {
    const all = showWindows(showWindows(many(4), [narrowKey(narrowOf(1))]), [narrowKey(narrowOf(0))])
    const next = withinLimits(all, 2)
    expect([...next.windows.keys()]).toEqual([narrowKey(narrowOf(1)), narrowKey(narrowOf(0))])
    expect([...next.byId].map(([id]) => id)).toEqual([1, 2])
    expect([...withinLimits(all, 30, 0).windows.keys()]).toEqual([narrowKey(narrowOf(0))])
  })

  test('thirty windows are kept', () => {
    expect(many(33).windows.size).toBe(30)
  })

  test('a window that is given up leaves what others hold', () => {
    const all = add(add(emptyMessages, colors, page(10, 11)), feed, page(11))
    expect([...dropWindow(all, narrowKey(colors)).byId].map(([id]) => id)).toEqual([11])
  })
})
