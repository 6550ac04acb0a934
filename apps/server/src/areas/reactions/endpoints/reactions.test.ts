import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

async function reactionsOf(t: TestApp, user: Account, message: number, userAgent?: string) {
  const { messages } = await t
    .as(user, userAgent)
    .call(getMessages, { message_ids: [message], client_gravatar: false })
  return messages[0]?.reactions
}

test('a reaction reaches everybody who has the message, and can be taken back', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto])
  const message_id = await t.given.message(iris, channel)
  const octopus = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' }

  const added = await converge(t, [iris, otto, mia], () =>
    t.as(otto).call(addReaction, { message_id, emoji_name: 'octopus' }),
  )
  const event = { type: 'reaction', op: 'add', ...octopus, user_id: otto.id, message_id }
  expect(added.get(iris.id)).toMatchObject([event])
  expect(added.get(otto.id)).toMatchObject([event])
  expect(added.get(mia.id)).toEqual([])
  expect(await reactionsOf(t, iris, message_id)).toEqual([{ ...octopus, user_id: otto.id }])

  const again = await t.as(otto).refusal(addReaction, { message_id, emoji_name: 'octopus' })
  expect(again.code).toBe('REACTION_ALREADY_EXISTS')

  const removed = await converge(t, [iris, otto, mia], () =>
    t.as(otto).call(removeReaction, { message_id, emoji_name: 'octopus' }),
  )
  expect(removed.get(iris.id)).toMatchObject([{ ...event, op: 'remove' }])
  expect(await reactionsOf(t, iris, message_id)).toEqual([])
})

test('a user without a subscription reacts in a public channel, and sees it at once', async () => {
  const t = await testApp()
  const { iris, mia } = await t.given.members('iris', 'mia')
  const message_id = await t.given.message(iris, await t.given.channel([iris]))
  const received = await converge(t, [iris, mia], () =>
    t.as(mia).call(addReaction, { message_id, emoji_name: 'tada' }),
  )
  expect(received.get(iris.id)).toHaveLength(1)
  expect(received.get(mia.id)).toHaveLength(1)
})

test('without shared history, newcomers do not learn of reactions to earlier messages', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const channel = await t.given.channel([iris, otto], {
    name: 'secret',
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const message_id = await t.given.message(iris, channel)
  await t.given.channel([iris, mia], { name: 'secret' })
  const received = await converge(t, [iris, otto, mia], () =>
    t.as(otto).call(addReaction, { message_id, emoji_name: 'tada' }),
  )
  expect(received.get(iris.id)).toHaveLength(1)
  expect(received.get(mia.id)).toEqual([])
  const refused = await t.as(mia).refusal(addReaction, { message_id, emoji_name: 'tada' })
  expect(refused.message).toBe('Invalid message(s)')
})

test('only participants react to direct messages', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const message_id = await t.given.message(iris, [otto])
  const received = await converge(t, [iris, otto, mia], () =>
    t.as(otto).call(addReaction, { message_id, emoji_name: '+1' }),
  )
  expect([...received.values()].map((events) => events.length)).toEqual([1, 1, 0])
  expect((await t.as(mia).refusal(addReaction, { message_id, emoji_name: 'tada' })).code).toBe('BAD_REQUEST')
  expect((await t.as(mia).refusal(removeReaction, { message_id, emoji_name: '+1' })).code).toBe('BAD_REQUEST')
})

test('the built-in extra emoji has two namespaces on input, and each client gets the one it knows', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const message_id = await t.given.message(iris, [otto])
  const extra = { emoji_name: 'zulip', emoji_code: 'zulip' }
  await t.as(iris).call(addReaction, { message_id, ...extra, reaction_type: 'zulip_extra_emoji' })
  await t.as(otto).call(addReaction, { message_id, ...extra, reaction_type: 'service_extra_emoji' })
  const types = async (userAgent?: string) =>
    (await reactionsOf(t, iris, message_id, userAgent))?.map((reaction) => reaction.reaction_type)
  expect(await types()).toEqual(['service_extra_emoji', 'service_extra_emoji'])
  expect(await types('ZulipFlutter/30.0.274')).toEqual(['zulip_extra_emoji', 'zulip_extra_emoji'])
  await t.as(iris).call(removeReaction, { message_id, ...extra, reaction_type: 'service_extra_emoji' })
  await t
    .as(otto)
    .call(removeReaction, { message_id, emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' })
  expect(await types()).toEqual([])
})

test('a reaction is removed by its code, without a name or with a former name', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const message_id = await t.given.message(iris, [iris])
  const add = () => t.as(iris).call(addReaction, { message_id, emoji_name: 'octopus' })
  await add()
  await t.as(iris).call(removeReaction, { message_id, emoji_code: '1f419' })
  await add()
  await t.as(iris).call(removeReaction, { message_id, emoji_name: 'kraken', emoji_code: '1f419' })
  expect(await reactionsOf(t, iris, message_id)).toEqual([])
})

test('joining a reaction keeps the name that it has there', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const message_id = await t.given.message(iris, [otto])
  await t.as(iris).call(addReaction, { message_id, emoji_name: '+1' })
  await t.as(otto).call(addReaction, { message_id, emoji_name: 'thumbs_up' })
  expect((await reactionsOf(t, otto, message_id))?.map((reaction) => reaction.emoji_name)).toEqual([
    '+1',
    '+1',
  ])
})

test.each([
  [{ emoji_name: 'kraken' }, /'kraken' does not exist/],
  [{ emoji_name: 'octopus', emoji_code: '1f41a', reaction_type: 'unicode_emoji' }, /Invalid emoji name/],
  [{ emoji_name: 'octopus', emoji_code: 'nonsense', reaction_type: 'unicode_emoji' }, /Invalid emoji code/],
  [{ emoji_name: 'octopus', emoji_code: 'toString' }, /Invalid emoji code/],
  [{ emoji_name: 'octopus', emoji_code: '999', reaction_type: 'realm_emoji' }, /Invalid custom emoji/],
  [
    { emoji_name: 'octopus', emoji_code: 'octopus', reaction_type: 'service_extra_emoji' },
    /Invalid emoji code/,
  ],
  [{ emoji_name: 'octopus', reaction_type: 'realm_emoji' }, /no realm_emoji/],
] as const)('adding %j is refused', async (named, reason) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const message_id = await t.given.message(iris, [iris])
  const refused = await t.as(iris).refusal(addReaction, { message_id, ...named })
  expect(refused.code).toBe('BAD_REQUEST')
  expect(refused.message).toMatch(reason)
})

test.each([
  [{ emoji_name: 'octopus' }, 'REACTION_DOES_NOT_EXIST'],
  [{ emoji_code: '1f419' }, 'REACTION_DOES_NOT_EXIST'],
  [{ emoji_name: 'zulip', emoji_code: 'zulip' }, 'REACTION_DOES_NOT_EXIST'],
  [{ emoji_name: 'kraken' }, 'BAD_REQUEST'],
  [{ emoji_code: 'nonsense' }, 'BAD_REQUEST'],
  [{ emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'realm_emoji' }, 'BAD_REQUEST'],
  [{}, 'BAD_REQUEST'],
] as const)('removing %j, which is not there, answers %s', async (named, code) => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const message_id = await t.given.message(iris, [otto])
  await t.as(otto).call(addReaction, { message_id, emoji_name: 'octopus' })
  expect((await t.as(iris).refusal(removeReaction, { message_id, ...named })).code).toBe(code)
  expect(await reactionsOf(t, otto, message_id)).toHaveLength(1)
})
