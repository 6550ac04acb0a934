import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { limits } from '@tagma/contract/limits.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { QueueParameters } from '#model/queue-parameters.ts'
import type { Engine } from '#store/engines/engine.ts'
import { openPostgres } from '#store/engines/postgres.ts'
import { insertQueue, listQueuesOfUser } from '#store/log/event-queues.ts'
import type { Db } from '#store/sql/db.ts'
import { directConnection } from '#store/sql/direct-adapter.ts'
import { type Process, processes } from '#test/processes.ts'

/** Work to be done while a registration reads its state: after its first answer, before it learns of it. */
interface Meanwhile {
  work: (() => Promise<unknown>) | undefined
  /** Transactions beside the lane so far. */
  begun: number
}

const interrupted = (engine: Engine, meanwhile: Meanwhile): Engine => ({
  ...engine,
  beside: <T>(body: (db: Db) => Promise<T>) => {
    if (!engine.beside) throw new Error('PostgreSQL reads beside the lane')
    meanwhile.begun++
    return engine.beside((db) => {
      const connection = directConnection(db.getExecutor().adapter)
      if (!connection) throw new Error('A transaction has one connection')
      const execute = connection.executeQuery.bind(connection)
      let done: Promise<unknown> | undefined
      connection.executeQuery = async (query) => {
        const answer = await execute(query)
        const { work } = meanwhile
        meanwhile.work = undefined
        await (done ??= work?.() ?? Promise.resolve())
        return answer as never
      }
      return body(db)
    })
  },
})

async function scene() {
  const meanwhile: Meanwhile = { work: undefined, begun: 0 }
  const open = async (url: string) => interrupted(await openPostgres({ url, connections: 4 }), meanwhile)
  const { processes: started, member, organizationId } = await processes(2, {}, { open })
  const [here, there] = started
  if (!here || !there) throw new Error('There are two')
  const iris = await member('iris')
  const hugo = await member('hugo')
  const register = () => here.as(iris).call(registerQueue, { include_subscribers: true })
  return { here, there, hugo, iris, meanwhile, member, organizationId, register }
}

/** The scene with a channel that hugo is in, and iris can join. */
async function withChannel() {
  const made = await scene()
  const { here, there, hugo, iris, meanwhile } = made
  const join = (at: Process, id: number) =>
    at.as(hugo).call(subscribe, { subscriptions: [{ name: 'engine' }], principals: [id] })
  await join(here, hugo.id)
  await there.as(hugo).call(registerQueue, {})
  meanwhile.begun = 0
  const poll = async ({ queue_id, last_event_id }: Registered) => {
    const call = { queue_id: queue_id ?? '', last_event_id, dont_block: true }
    return (await here.as(iris).call(getEvents, call)).events
  }
  const subscribersOfEngine = {
    add: (at: 'here' | 'there') => join(at === 'here' ? here : there, iris.id),
    in: ({ subscriptions = [], never_subscribed = [] }: Registered) =>
      [...subscriptions, ...never_subscribed].find(({ name }) => name === 'engine')?.subscribers,
  }
  return { ...made, poll, subscribersOfEngine }
}

type Registered = Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['register']>>

const peopleOf = ({ realm_users }: { readonly realm_users?: readonly { readonly full_name: string }[] }) =>
  (realm_users ?? []).map(({ full_name }) => full_name).toSorted()

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a registration beside the writes', () => {
  test('does not wait for them', async () => {
    const { here, organizationId, register } = await scene()
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const writing = here.app.services.data.transact(organizationId, async ({ db }) => {
      await sql`select 1`.execute(db)
      begun.resolve()
      await held.promise
    })
    await begun.promise
    expect(peopleOf(await register())).toEqual(['hugo', 'iris'])
    held.resolve()
    await writing
  })

  test('begins at the state it read: a message sent meanwhile comes as an event, and only so', async () => {
    const { here, hugo, iris, meanwhile, register } = await scene()
    const send = (content: string) =>
      here.as(hugo).call(sendMessage, { type: 'direct', to: [iris.id], content })
    const { id: before } = await send('before')
    const sent: number[] = []
    meanwhile.work = async () => sent.push((await send('meanwhile')).id)
    const { max_message_id, queue_id, last_event_id, unread_msgs } = await register()
    expect([max_message_id, unread_msgs?.count]).toEqual([before, 1])
    const { events } = await here
      .as(iris)
      .call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
    expect(events.map(({ message }) => (message as { id: number }).id)).toEqual(sent)
    expect(meanwhile.begun).toBe(1)
  })

  test('reads again when the directory changes meanwhile, and keeps nothing of the state that it gave up', async () => {
    const { hugo, iris, meanwhile, member, poll, register, subscribersOfEngine } = await withChannel()
    meanwhile.work = async () => {
      await member('otto')
      await subscribersOfEngine.add('here')
    }
    const first = await register()
    expect(meanwhile.begun).toBe(2)
    expect(peopleOf(first)).toEqual(['hugo', 'iris', 'otto'])
    expect(subscribersOfEngine.in(first)).toEqual([iris.id, hugo.id])
    expect(await poll(first)).toEqual([])
    expect(subscribersOfEngine.in(await register())).toEqual([iris.id, hugo.id])
  })

  test('does not mind what another process commits unheard: it comes as an event', async () => {
    const { here, hugo, iris, meanwhile, poll, register, subscribersOfEngine } = await withChannel()
    here.bus.isCut = true
    meanwhile.work = () => subscribersOfEngine.add('there')
    const first = await register()
    expect(meanwhile.begun).toBe(1)
    expect(subscribersOfEngine.in(first)).toEqual([hugo.id])
    await here.app.tick()
    expect((await poll(first)).map(({ type }) => type)).toContain('subscription')
    expect(subscribersOfEngine.in(await register())).toEqual([iris.id, hugo.id])
  })

  test('catches up first when another process has changed the directory unheard', async () => {
    const { here, there, hugo, meanwhile, register } = await scene()
    await register()
    here.bus.isCut = true
    await there.as(hugo).call(updateSettings, { full_name: 'Hugo' })
    meanwhile.begun = 0
    expect(peopleOf(await register())).toEqual(['Hugo', 'iris'])
    expect(meanwhile.begun).toBe(2)
  })

  test('uses the lane where a queue has to give way', async () => {
    const { here, iris, meanwhile, organizationId } = await scene()
    const row = {
      organizationId,
      userId: iris.id,
      parameters: {} as QueueParameters,
      position: 0,
      idleSeconds: 600,
    }
    await here.app.services.data.transact(organizationId, async (tx) => {
      for (let n = 0; n < limits.maxQueuesPerUser; n++) await insertQueue(tx, { ...row, id: `queue ${n}` })
    })
    meanwhile.begun = 0
    await here.as(iris).call(registerQueue, { event_types: ['message'] })
    expect(meanwhile.begun).toBe(1)
    const ids = await listQueuesOfUser(here.app.services.data.db, iris.id)
    expect([ids.length, ids.includes('queue 0'), ids.includes('queue 1')]).toEqual([200, false, true])
  })
})
