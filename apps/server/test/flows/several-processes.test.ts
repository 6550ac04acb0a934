import { deleteQueue } from '@tagma/contract/endpoints/events/delete-queue.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { getUserPresence } from '@tagma/contract/endpoints/presence/get-user-presence.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { endAccessToken } from '@tagma/contract/endpoints/sign-in/end-access-token.ts'
import { deactivateOwnUser } from '@tagma/contract/endpoints/users/deactivate-own-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { describe, expect, test } from 'vitest'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'
import { insertAccessToken } from '#store/people/access-tokens.ts'
import type { Account } from '#test/app.ts'
import { type Process, processes } from '#test/processes.ts'

async function register(at: Process, user: Account) {
  const { queue_id, last_event_id } = await at.as(user).call(registerQueue, { event_types: ['message'] })
  if (queue_id === null) throw new Error('No queue was registered')
  return { queue_id, last_event_id }
}

async function pair(environment?: Readonly<Record<string, string>>) {
  const installation = await processes(2, environment)
  const [here, there] = installation.processes
  if (!here || !there) throw new Error('There are two')
  const cut = () => {
    here.bus.isCut = true
  }
  return { ...installation, here, there, cut }
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('of two processes', () => {
  test.each([true, false])(
    'a queue deleted at one ends at the other (with a bus: %s)',
    async (isBusThere) => {
      const { here, there, cut, member, tick } = await pair()
      const iris = await member('iris')
      const queue = await register(here, iris)
      const call = { ...queue, dont_block: true }
      expect((await there.as(iris).call(getEvents, call)).events).toEqual([])
      const parked = there.as(iris).refusal(getEvents, queue)
      // The poll has arrived once a later request is answered.
      for (let turn = 0; turn < 5; turn++) await there.as(iris).call(getOwnUser, {})
      if (!isBusThere) cut()
      await here.as(iris).call(deleteQueue, { queue_id: queue.queue_id })
      if (!isBusThere) await tick()
      expect(await parked).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', fields: { queue_id: queue.queue_id } })
      expect(await there.as(iris).refusal(getEvents, call)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
      expect(await here.as(iris).refusal(getEvents, call)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    },
  )

  test('the queues of a deactivated user end at the other, even without a bus', async () => {
    const { here, there, cut, member, tick } = await pair()
    const iris = await member('iris')
    // The last user may not leave.
    await member('otto')
    const queue = await register(there, iris)
    const parked = there.as(iris).refusal(getEvents, queue)
    for (let turn = 0; turn < 5; turn++) await there.as(iris).call(getOwnUser, {})
    cut()
    await here.as(iris).call(deactivateOwnUser, {})
    await tick()
    expect(await parked).toMatchObject({ code: 'USER_DEACTIVATED' })
  })

  test('a key that one has just made opens the other, even without a bus', async () => {
    const { here, there, cut, member } = await pair()
    const iris = await member('iris')
    await there.as(iris).call(getOwnUser, {})
    cut()
    const { api_key: apiKey } = await here.as(iris).call(regenerateApiKey, {})
    const renewed = { ...iris, apiKey }
    expect(await there.as(renewed).call(getOwnUser, {})).toMatchObject({ user_id: iris.id })
    expect(await there.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  test('a poll that waits at the other ends when the key is replaced, even without a bus', async () => {
    const { here, there, cut, member, tick } = await pair()
    const iris = await member('iris')
    const queue = await register(there, iris)
    const parked = there.as(iris).refusal(getEvents, queue)
    for (let turn = 0; turn < 5; turn++) await there.as(iris).call(getOwnUser, {})
    cut()
    await here.as(iris).call(regenerateApiKey, {})
    await tick()
    expect(await parked).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    expect(await there.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  test('an access token of one opens the other, and ends there with its poll, even without a bus', async () => {
    const { here, there, cut, member, organizationId, tick } = await pair()
    const iris = await member('iris')
    const { data, time } = here.app.services
    const token = accessTokenOf(time.random.token(drawnLength))
    const id = await data.transact(organizationId, (tx) =>
      insertAccessToken(tx, token, { userId: iris.id, name: 'report', scopes: ['full'], expiresAt: null }),
    )
    const program = { ...iris, apiKey: token }
    const queue = await register(there, program)
    const parked = there.as(program).refusal(getEvents, queue)
    for (let turn = 0; turn < 5; turn++) await there.as(program).call(getOwnUser, {})
    cut()
    await here.as(iris).call(endAccessToken, { access_token_id: id })
    await tick()
    expect(await there.as(program).refusal(getOwnUser, {})).toMatchObject({ code: 'INVALID_API_KEY' })
    expect(await parked).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  test('a queue whose row disappears without a log row ends within a minute', async () => {
    const { here, clock, member, tick } = await pair()
    const iris = await member('iris')
    const queue = { ...(await register(here, iris)), dont_block: true }
    await here.app.services.data.db.deleteFrom('event_queues').execute()
    expect((await here.as(iris).call(getEvents, queue)).events).toEqual([])
    clock.advance({ seconds: 61 })
    await tick()
    expect(await here.as(iris).refusal(getEvents, queue)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  test('presence is known to the other at once, and without a bus within a minute', async () => {
    const { here, there, clock, cut, member, tick } = await pair()
    const { iris, otto } = { iris: await member('iris'), otto: await member('otto') }
    const seen = async (at: Process) => {
      const { presence } = await at.as(otto).call(getUserPresence, { user_id_or_email: String(iris.id) })
      return presence.aggregated
    }
    for (const { as } of [here, there]) await as(otto).call(updatePresence, { status: 'active' })
    await here.as(iris).call(updatePresence, { status: 'idle' })
    expect(await seen(there)).toMatchObject({ status: 'idle', timestamp: clock.now() / 1000 })
    cut()
    clock.advance({ seconds: 30 })
    await here.as(iris).call(updatePresence, { status: 'active' })
    const at = clock.now() / 1000
    clock.advance({ seconds: 61 })
    await tick()
    expect(await seen(there)).toMatchObject({ status: 'active', timestamp: at })
  })

  test('a queue registered at one hears at the other what was announced since', async () => {
    const { here, there, member } = await pair()
    const { iris, otto } = { iris: await member('iris'), otto: await member('otto') }
    const call = async (at: Process) => {
      const { queue_id, last_event_id } = await at.as(otto).call(registerQueue, { event_types: ['presence'] })
      return { queue_id: queue_id ?? '', last_event_id, dont_block: true }
    }
    await call(there)
    const queue = await call(here)
    await here.as(iris).call(updatePresence, { status: 'active' })
    const events = (await there.as(otto).call(getEvents, queue)).events
    expect(events).toMatchObject([{ type: 'presence', user_id: iris.id }])
    const last_event_id = events.at(-1)?.id ?? -1
    expect((await there.as(otto).call(getEvents, { ...queue, last_event_id })).events).toEqual([])
  })

  test('without a bus, events reach the other by the log, each once and in order', async () => {
    const { here, there, cut, member, tick } = await pair()
    const iris = await member('iris')
    const queue = await register(there, iris)
    const poll = async () => {
      const { events } = await there.as(iris).call(getEvents, { ...queue, dont_block: true })
      queue.last_event_id = events.at(-1)?.id ?? queue.last_event_id
      return events.map((event) => (event.message as { content: string }).content)
    }
    const send = (content: string) =>
      here.as(iris).call(sendMessage, { type: 'direct', to: [iris.id], content })
    expect(await poll()).toEqual([])
    await send('woken')
    await there.app.tick()
    expect(await poll()).toEqual(['woken'])
    cut()
    await send('one')
    await send('two')
    expect(await poll()).toEqual([])
    await tick()
    expect(await poll()).toEqual(['one', 'two'])
    here.bus.isCut = false
    await send('three')
    await tick()
    expect(await poll()).toEqual(['three'])
  })

  test('an answer kept by one is not used after the other wrote, even without a bus', async () => {
    const { here, there, cut, member } = await pair()
    const iris = await member('iris')
    const send = (at: Process, content: string) =>
      at.as(iris).call(sendMessage, { type: 'direct', to: [iris.id], content })
    const fetched = async () => {
      const { messages } = await here
        .as(iris)
        .call(getMessages, { anchor: 'newest', num_before: 5, narrow: [], apply_markdown: false })
      return messages.map(({ content }) => content)
    }
    await send(here, 'first')
    for (let turn = 0; turn < 3; turn++) expect(await fetched()).toEqual(['first'])
    cut()
    await send(there, 'second')
    for (let turn = 0; turn < 3; turn++) expect(await fetched()).toEqual(['first', 'second'])
  })

  test('a process that nobody calls knows when others write, and does not take it for granted that nobody does', async () => {
    const { here, there, clock, member, tick } = await pair()
    const iris = await member('iris')
    const send = () => here.as(iris).call(sendMessage, { type: 'direct', to: [iris.id], content: 'hello' })
    const { log } = there.app.services.live.events
    await tick()
    clock.advance({ seconds: 31 })
    expect(log.othersQuietSeconds).toBe(31)
    await send()
    expect(log.othersQuietSeconds).toBe(0)
    clock.advance({ seconds: 31 })
    await there.app.tick()
    expect(log.othersQuietSeconds).toBe(31)
    there.bus.isCut = true
    expect(log.othersQuietSeconds).toBe(0)
    await send()
    there.bus.isCut = false
    expect(log.othersQuietSeconds).toBe(31)
    await there.app.tick()
    expect(log.othersQuietSeconds).toBe(0)
  })

  test('an organization that one has deleted is gone from the other', async () => {
    const { here, there, clock, organizationId, member, tick } = await pair()
    const iris = await member('iris')
    await there.as(iris).call(getOwnUser, {})
    await deleteOrganization(here.app.services, organizationId)
    clock.advance({ seconds: 61 })
    await tick()
    expect(await there.as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
  })

  test('calls at one count against the limit at the other', async () => {
    const { here, there, member } = await pair({ TAGMA_RATE_LIMITS: 'all=10/60' })
    const iris = await member('iris')
    for (let turn = 0; turn < 5; turn++)
      for (const { as } of [here, there]) await as(iris).call(getOwnUser, {})
    for (const { as } of [here, there])
      expect(await as(iris).refusal(getOwnUser, {})).toMatchObject({ code: 'RATE_LIMIT_HIT' })
  })
})
