import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { allMessages, contentsFor, imported, teaClub } from '#test/imported-organization.ts'

test('everybody has the unread, starred and mentioned messages that they had', async () => {
  const t = await testApp()
  const { built, iris, otto, mona, open } = teaClub()
  for (const person of [iris, otto, mona]) built.subscribe(person, open)
  built.message(iris, open, {
    content: 'read',
    to: [
      [otto, 1 | 2],
      [mona, 1],
    ],
  })
  built.message(iris, open, { content: 'unread', to: [[otto], [mona, 1]] })
  built.message(otto, open, { content: '@**Mona** hello', to: [[iris], [mona, 8]] })
  built.message(iris, open, { topic: 'TEA', content: 'unread too', to: [[otto], [mona, 1]] })
  built.message(mona, otto, { content: 'directly', to: [[otto]] })
  built.message(mona, built.circle(iris, otto, mona), { content: 'round', to: [[iris, 1], [otto]] })
  const { as } = await imported(t, built)
  const unread = (name: string) =>
    contentsFor(as(`${name}@example.com`), [{ operator: 'is', operand: 'unread' }])
  expect(await unread('otto')).toEqual(['unread', 'unread too', 'directly', 'round'])
  expect(await unread('mona')).toEqual(['@**Mona** hello'])
  expect(await unread('iris')).toEqual(['@**Mona** hello'])
  const { unread_msgs } = await as('otto@example.com').call(registerQueue, {
    event_types: ['message', 'update_message_flags'],
  })
  expect(unread_msgs).toMatchObject({ count: 4, mentions: [] })
  expect(
    unread_msgs?.streams.map(({ topic, unread_message_ids }) => [topic, unread_message_ids.length]),
  ).toEqual([['TEA', 2]])
  expect(await contentsFor(as('otto@example.com'), [{ operator: 'is', operand: 'starred' }])).toEqual([
    'read',
  ])
  expect(await contentsFor(as('mona@example.com'), [{ operator: 'is', operand: 'mentioned' }])).toEqual([
    '@**Mona** hello',
  ])
})

test('in a channel with protected history everybody reads what they received, and no more', async () => {
  const t = await testApp()
  const { built, iris, otto, mona } = teaClub()
  const secret = built.channel('secret', { invite_only: true, history_public_to_subscribers: false })
  for (const person of [iris, otto]) built.subscribe(person, secret)
  built.subscribe(mona, secret, { active: false })
  built.message(iris, secret, { content: 'one', to: [[mona, 1]] })
  built.message(iris, secret, { content: 'two', to: [[otto, 1]] })
  built.message(iris, secret, { content: 'three' })
  built.message(iris, secret, { content: 'four', to: [[otto, 1]] })
  const { as, directory } = await imported(t, built, { perFile: 1 })
  const narrow = [{ operator: 'channel', operand: directory.channelByName('secret')?.id ?? 0 }]
  expect(await contentsFor(as('iris@example.com'), narrow)).toEqual(['one', 'two', 'three', 'four'])
  expect(await contentsFor(as('otto@example.com'), narrow)).toEqual(['two', 'four'])
  expect(await as('mona@example.com').refusal(getMessages, { ...allMessages, narrow })).toMatchObject({
    message: 'Invalid narrow operator: unknown channel',
  })
})

test('people who were away for long have unread what Zulip wrote no rows for', async () => {
  const t = await testApp()
  const { built, iris, open } = teaClub()
  const last = built.message(iris, open, { content: 'before' })
  const away = built.person('Away', {
    long_term_idle: true,
    last_active_message_id: last,
    email_address_visibility: 1,
  })
  built.subscribe(iris, open)
  built.subscribe(away, open)
  built.add('zerver_realmauditlog', {
    event_type: 301,
    modified_user: away.id,
    modified_stream: open.id,
    event_last_message_id: null,
  })
  built.message(iris, open, { content: 'missed' })
  built.message(iris, open, { topic: 'cake', content: 'missed too' })
  const { as } = await imported(t, built)
  expect(await contentsFor(as('away@example.com'), [{ operator: 'is', operand: 'unread' }])).toEqual([
    'missed',
    'missed too',
  ])
})
