import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getReadReceipts } from '@tagma/contract/endpoints/messages/get-read-receipts.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import { reportMessage } from '@tagma/contract/endpoints/messages/report-message.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'

type Operand = Narrow[number]['operand']

const all = { anchor: 'oldest', num_before: 0, num_after: 100 } as const
const ids = async (t: TestApp, account: Account, narrow: readonly (readonly [string, Operand, boolean?])[]) =>
  (
    await t.as(account).call(getMessages, {
      ...all,
      narrow: narrow.map(([operator, operand, negated = false]) => ({ operator, operand, negated })),
    })
  ).messages.map((message) => message.id)

test('every operator selects its messages, by ids and by names, and the rest when negated', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const design = await t.given.channel([iris, otto], { name: 'design' })
  const secret = await t.given.channel([iris, otto], { name: 'secret', invite_only: true })
  const plain = await t.given.message(iris, design, { topic: 'colors' })
  const mention = await t.given.message(otto, design, { topic: '', content: 'hi @**iris**' })
  const link = await t.given.message(iris, secret, { topic: '✔ done', content: 'https://example.com' })
  const direct = await t.given.message(otto, [iris])
  const group = await t.given.message(mia, [iris, otto])
  await t.as(iris).call(updateMessageFlags, { messages: [plain, direct], op: 'add', flag: 'starred' })
  await t.as(iris).call(updateMessageFlags, { messages: [mention], op: 'add', flag: 'read' })
  const cases: (readonly [readonly (readonly [string, Operand, boolean?])[], number[]])[] = [
    [[], [plain, mention, link, direct, group]],
    [[['channel', 'Design']], [plain, mention]],
    [[['stream', String(design.id)]], [plain, mention]],
    [[['channel', design.id, true]], [link, direct, group]],
    [[['channels', 'public']], [plain, mention]],
    [[['channels', 'all']], [plain, mention, link]],
    [[['channels', 'all', true]], [direct, group]],
    [[['in', 'all']], [plain, mention, link, direct, group]],
    [[['in', 'home']], [plain, mention, link, direct, group]],
    [[['in', 'home', true]], []],
    [[['search', 'hi', true]], [plain, link, direct, group]],
    [
      [
        ['search', 'hello'],
        ['search', 'greetings', true],
        ['dm', otto.id, true],
      ],
      [plain, group],
    ],
    [[['topic', 'COLORS']], [plain]],
    [
      [
        ['channel', design.id],
        ['topic', ''],
      ],
      [mention],
    ],
    [
      [
        ['channel', design.id],
        ['topic', 'general chat'],
      ],
      [mention],
    ],
    [
      [
        ['channel', design.id],
        ['topic', 'colors', true],
      ],
      [mention],
    ],
    [[['dm', [otto.id]]], [direct]],
    [[['pm-with', `${otto.email},${mia.email}`]], [group]],
    [[['dm', otto.id, true]], [plain, mention, link, group]],
    [[['dm-with', otto.id]], [direct, group]],
    [[['dm-with', `${otto.id},${mia.id}`]], [group]],
    [[['dm-including', otto.id]], [direct, group]],
    [[['sender', 'me']], [plain, link]],
    [[['sender', otto.email]], [mention, direct]],
    [[['id', String(link)]], [link]],
    [[['near', plain]], [plain, mention, link, direct, group]],
    [[['with', link]], [link]],
    [
      [
        ['channel', design.id],
        ['topic', 'gone'],
        ['with', plain],
      ],
      [plain],
    ],
    [[['is', 'dm']], [direct, group]],
    [[['is', 'starred']], [plain, direct]],
    [[['is', 'starred', true]], [mention, link, group]],
    [[['is', 'mentioned']], [mention]],
    [[['mentions', iris.id]], [mention]],
    [[['is', 'unread']], [plain, link, direct, group]],
    [[['is', 'unread', true]], [mention]],
    [[['is', 'resolved']], [link]],
    // Topics that iris started, and the one that mentions her.
    [[['is', 'followed']], [plain, mention, link]],
    [[['is', 'muted', true]], [plain, mention, link, direct, group]],
    [[['is', 'alerted']], []],
    [[['has', 'link']], [link]],
    [[['has', 'reaction']], []],
    [[['has', 'image', true]], [plain, mention, link, direct, group]],
  ]
  for (const [narrow, expected] of cases)
    expect({ narrow, ids: await ids(t, iris, narrow) }).toEqual({ narrow, ids: expected })
  await t.as(iris).call(updateUserTopic, { stream_id: design.id, topic: 'colors', visibility_policy: 1 })
  expect(await ids(t, iris, [['in', 'home']])).toEqual([mention, link, direct, group])
  expect(await ids(t, iris, [['in', 'home', true]])).toEqual([plain])
  // The form of old clients.
  const old = await t.as(iris).call(getMessages, { ...all, narrow: [['stream', 'design']] })
  expect(old.messages.map((message) => message.id)).toEqual([plain, mention])
  for (const [operator, operand] of [
    ['nonsense', 'x'],
    ['is', 'nonsense'],
    ['has', 'nonsense'],
    ['channel', 'nowhere'],
    ['channels', 'nonsense'],
    ['in', 'nonsense'],
    ['sender', 'nobody@example.com'],
    ['dm', [1]],
    ['id', 'x'],
    ['with', 1],
    ['search', 5],
  ] as const)
    expect(
      (await t.as(iris).refusal(getMessages, { ...all, narrow: [{ operator, operand: operand as Operand }] }))
        .code,
    ).toBe('BAD_REQUEST')
  expect((await t.as(mia).refusal(getMessages, { ...all, narrow: [['channel', 'secret']] })).code).toBe(
    'BAD_REQUEST',
  )
})

test('anchors are dates, the largest number, or the first unread message of the narrow', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris, otto])
  const found: number[] = []
  for (let day = 0; day < 3; day++) {
    found.push(await t.given.message(iris, channel, { topic: `day ${day % 2}` }))
    t.clock.advance({ days: 1 })
  }
  const anchor = async (anchor_date: string) =>
    (await t.as(otto).call(getMessages, { anchor: 'date', anchor_date, num_after: 0 })).anchor
  const day = (offset: number) => new Date(t.clock.now() - offset * 86_400_000).toISOString()
  expect(await anchor(day(10))).toBe(found[0])
  expect(await anchor(day(2).replace('Z', '+00:00'))).toBe(found[1])
  expect(await anchor(day(0))).toBe(10_000_000_000_000_000)
  expect((await t.as(otto).refusal(getMessages, { anchor: 'date' })).message).toMatch(/anchor_date/)
  expect((await t.as(otto).refusal(getMessages, { anchor: 'date', anchor_date: 'soon' })).code).toBe(
    'BAD_REQUEST',
  )
  const newest = await t.as(otto).call(getMessages, { anchor: 10_000_000_000_000_000, num_before: 1 })
  expect(newest.messages.map((message) => message.id)).toEqual([found[2]])
  const first = await t.as(otto).call(getMessages, { anchor: 'first_unread', narrow: [['topic', 'day 1']] })
  expect(first.anchor).toBe(found[1])
})

test('messages from after leaving a channel, or never received, cannot be read', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const secret = await t.given.channel([iris, otto], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const early = await t.given.message(iris, secret, { topic: 'early' })
  await t.as(iris).call(subscribe, { subscriptions: [{ name: secret.name }], principals: [mia.id] })
  const late = await t.given.message(iris, secret, { topic: 'late' })
  const narrow = [{ operator: 'channel', operand: secret.id }]
  const seen = async (account: Account) =>
    (await t.as(account).call(getMessages, { ...all, narrow })).messages.map((message) => message.id)
  expect(await seen(otto)).toEqual([early, late])
  expect(await seen(mia)).toEqual([late])
  expect((await t.as(mia).call(getStreamTopics, { stream_id: secret.id })).topics).toEqual([
    { name: 'late', max_id: late },
  ])
  expect((await t.as(mia).refusal(getMessage, { message_id: early })).message).toBe('Invalid message(s)')
  expect((await t.as(mia).call(getMessage, { message_id: late })).raw_content).toBe('Hello')
  await t.as(mia).call(unsubscribe, { subscriptions: [secret.name] })
  expect(await ids(t, mia, [['is', 'dm', true]])).toEqual([])
  expect((await t.as(mia).refusal(getStreamTopics, { stream_id: secret.id })).code).toBe('BAD_REQUEST')
})

test('flags change in a narrow, and the readers are listed', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto, mia])
  const found: number[] = []
  for (let n = 0; n < 4; n++) found.push(await t.given.message(iris, channel))
  const args = {
    anchor: found[1] ?? 0,
    num_before: 0,
    num_after: 1,
    narrow: [{ operator: 'is', operand: 'unread' }],
    op: 'add',
    flag: 'read',
  } as const
  expect(
    await t.as(otto).call(updateMessageFlagsForNarrow, { ...args, narrow: [...args.narrow] }),
  ).toMatchObject({
    processed_count: 2,
    updated_count: 2,
    first_processed_id: found[1],
    last_processed_id: found[2],
    found_oldest: false,
    found_newest: false,
    ignored_because_not_subscribed_channels: [],
  })
  const receipts = async (id: number | undefined) =>
    (await t.as(mia).call(getReadReceipts, { message_id: id ?? 0 })).user_ids
  expect(await receipts(found[0])).toEqual([])
  expect(await receipts(found[1])).toEqual([otto.id])
  expect(
    (await t.as(otto).refusal(updateMessageFlagsForNarrow, { ...args, narrow: [], flag: 'mentioned' }))
      .message,
  ).toBe("Flag not editable: 'mentioned'")
})

test('messages are asked for by ids or around an anchor, not both', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const id = await t.given.message(iris, [otto])
  const message_ids = [id]
  for (const range of [
    { anchor: 'newest' },
    { num_before: 1 },
    { num_after: 1 },
    { include_anchor: false },
  ] as const)
    expect(await t.as(otto).refusal(getMessages, { message_ids, ...range })).toMatchObject({
      code: 'BAD_REQUEST',
      message: "Unsupported parameter combination: 'message_ids' and a range of messages.",
    })
  const { messages } = await t.as(otto).call(getMessages, { message_ids })
  expect(messages.map((message) => message.id)).toEqual(message_ids)
})

test('an edit cannot mention everybody without permission, and reports need a channel', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const many = []
  for (let n = 0; n < 16; n++) many.push(await t.given.user(`user${n}`))
  const channel = await t.given.channel([iris, ...many])
  const id = await t.given.message(iris, channel)
  expect((await t.as(iris).refusal(updateMessage, { message_id: id, content: '@**all**' })).code).toBe(
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  )
  expect((await t.as(iris).refusal(reportMessage, { message_id: id, report_type: 'spam' })).message).toMatch(
    /Moderation request channel/,
  )
})
