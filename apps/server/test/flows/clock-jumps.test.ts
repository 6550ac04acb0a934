import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getUserPresence } from '@tagma/contract/endpoints/presence/get-user-presence.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { addFactor } from '#test/authenticator.ts'

/** Makes a server of its own, so that its clock disturbs no other test. */
const withOwnClock = () => testApp({ TAGMA_MAX_UPLOAD_MIB: '7' })

async function register(t: TestApp, user: Account) {
  const { queue_id, last_event_id } = await t.as(user).call(registerQueue, { event_types: ['message'] })
  if (queue_id === null) throw new Error('No queue was registered')
  return { queue_id, last_event_id }
}

/** Lets so many seconds pass, one by one for the server. */
async function pass(t: TestApp, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    t.clock.advance({ seconds: 10 })
    await t.app.tick()
  }
}

test.each([1, -1])(
  'queues survive when the clock jumps by %i day, and end when nobody polls',
  async (days) => {
    const t = await withOwnClock()
    const { iris } = await t.given.members('iris')
    const channel = await t.given.channel([iris])
    const queue = await register(t, iris)
    const poll = () => t.as(iris).call(getEvents, { ...queue, dont_block: true })
    expect((await poll()).events).toEqual([])
    // Its row stores the time of the last poll.
    await pass(t, 70)
    t.clock.jump({ days })
    await pass(t, 130)
    await t.given.message(iris, channel, { content: 'still here' })
    expect((await poll()).events).toMatchObject([{ message: { content: 'still here' } }])
    // Back again.
    t.clock.jump({ days: -days })
    await pass(t, 130)
    const { events } = await poll()
    expect(events).toHaveLength(1)
    queue.last_event_id = events[0]?.id ?? 0

    const parked = poll().then(() => t.as(iris).call(getEvents, queue))
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    t.clock.jump({ days: -days })
    await pass(t, 60)
    expect((await parked).events).toMatchObject([{ type: 'heartbeat' }])
    await pass(t, 1000)
    expect(await t.as(iris).refusal(getEvents, queue)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    t.clock.jump({ days })
  },
)

test('jobs go on, and a scheduled message is sent once, when the clock is set forward and back', async () => {
  const t = await withOwnClock()
  const { iris } = await t.given.members('iris')
  const schedule = (content: string, hours: number) =>
    t.as(iris).call(createScheduledMessage, {
      type: 'direct',
      to: [iris.id],
      content,
      scheduled_delivery_timestamp: t.clock.now() / 1000 + hours * 3600,
    })
  const sent = async () => {
    const answer = await t.as(iris).call(getMessages, {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'is', operand: 'dm' }],
    })
    return answer.messages.map(({ content }) => content)
  }
  await schedule('in an hour', 1)
  await schedule('in two days', 48)
  await pass(t, 70)
  expect(await sent()).toEqual([])
  t.clock.jump({ days: 1 })
  await pass(t, 70)
  expect(await sent()).toEqual(['in an hour'])
  t.clock.jump({ days: -1 })
  await schedule('in a minute', 1 / 60)
  await pass(t, 130)
  expect(await sent()).toEqual(['in an hour', 'in a minute'])
  await pass(t, 3600)
  expect(await sent()).toEqual(['in an hour', 'in a minute'])
})

test('presence is right again after the clock is corrected', async () => {
  const t = await withOwnClock()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const seen = async () => {
    const { presence } = await t.as(otto).call(getUserPresence, { user_id_or_email: String(iris.id) })
    return presence.aggregated
  }
  t.clock.jump({ days: 1 })
  await t.as(iris).call(updatePresence, { status: 'active' })
  await pass(t, 70)
  t.clock.jump({ days: -1 })
  await t.as(iris).call(updatePresence, { status: 'active' })
  await pass(t, 70)
  expect(await seen()).toMatchObject({ status: 'active', timestamp: t.clock.now() / 1000 - 70 })
})

test('a code of an authenticator app counts once, also when the clock is set back', async () => {
  const t = await withOwnClock()
  const { iris } = await t.given.members('iris')
  const { phone, recoveryCodes } = await addFactor(t, iris)
  const login = { username: iris.email, password: 'password of iris' }
  const code = phone.next()
  await t.as().call(fetchApiKey, { ...login, code })
  t.clock.jump({ minutes: -10 })
  // The code by the phone's own, right clock, and the codes of ten minutes ago.
  for (const used of [code, phone.shown(), phone.shown(1)])
    expect(await t.as().refusal(fetchApiKey, { ...login, code: used })).toMatchObject({
      code: 'AUTHENTICATION_FAILED',
    })
  await t.as().call(fetchApiKey, { ...login, code: recoveryCodes[0] ?? '' })
  t.clock.jump({ minutes: 10 })
  expect(await t.as().refusal(fetchApiKey, { ...login, code })).toMatchObject({
    code: 'AUTHENTICATION_FAILED',
  })
  await t.as().call(fetchApiKey, { ...login, code: phone.next() })
})
