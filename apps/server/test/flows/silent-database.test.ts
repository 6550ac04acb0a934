import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '#store/engines/postgres.ts'
import type { Account } from '#test/app.ts'
import { type DatabaseLine, lineTo } from '#test/database-line.ts'
import { type Process, processes } from '#test/processes.ts'

/** A tenth of a server's patience, or somewhat more, so that the tests are quick. */
const patience = { silence: 400, connect: 1000, refused: 1600, abandoned: 1000, lane: 2500 }

/** Makes processes that each reach the database over a line of their own, and a user who writes. */
async function onLines(count: number) {
  const lines: DatabaseLine[] = []
  const open = async (url: string, index: number) => {
    const line = await lineTo(new URL(url))
    lines[index] = line
    return openPostgres({ url: line.url, connections: 4, patience })
  }
  const { processes: started, member, clock, tick } = await processes(count, {}, { open })
  const iris = await member('iris')
  const send = (at: Process, content: string) =>
    at.as(iris).call(sendMessage, { type: 'direct', to: [iris.id], content })
  const refused = (at: Process, content: string) => refusal(send(at, content))
  const contents = (at: Process) => contentsFor(at, iris)
  const [first, second] = started
  const [line, otherLine] = lines
  if (!first || !line) throw new Error('There is at least one')
  return { first, second: second ?? first, line, otherLine, iris, send, refused, contents, clock, tick }
}

async function contentsFor(at: Process, user: Account): Promise<string[]> {
  const range = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false } as const
  return (await at.as(user).call(getMessages, range)).messages.map(({ content }) => content)
}

/** Every endpoint can be refused like this, whatever it declares. */
const refusal = async (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'done',
    (error: unknown) => error,
  )

const unreachable = {
  code: 'SERVER_UNAVAILABLE',
  message: 'The server cannot reach or write its database at the moment; nothing was changed. Try again.',
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('while connections die without a word', () => {
  test('a write is refused in time, and the next one uses a new connection', async () => {
    const { first, line, iris, send, refused, contents } = await onLines(1)
    const { queue_id, last_event_id } = await first.as(iris).call(registerQueue, { event_types: ['message'] })
    await send(first, 'before')
    // The pool has several connections, and all of them die.
    await Promise.all(Array.from({ length: 4 }, () => contents(first)))
    line.hush()
    expect(await refused(first, 'meanwhile')).toMatchObject(unreachable)
    await send(first, 'after')
    expect(await contents(first)).toEqual(['before', 'after'])
    if (queue_id === null) throw new Error('No queue was registered')
    const { events } = await first.as(iris).call(getEvents, { queue_id, last_event_id })
    expect(events).toMatchObject([{ message: { content: 'before' } }, { message: { content: 'after' } }])
  })

  test('reads are refused in time, and the next ones work', async () => {
    const { first, line, iris, send, contents } = await onLines(1)
    await send(first, 'before')
    line.hush()
    const range = { anchor: 'newest', num_before: 1, num_after: 0 } as const
    expect(await refusal(first.as(iris).call(getMessages, range))).toMatchObject(unreachable)
    expect(await contents(first)).toEqual(['before'])
  })

  test('all requests that wait for the database are refused, and work once it is back', async () => {
    const { first, line, send, refused, contents } = await onLines(1)
    await send(first, 'before')
    line.hushAll()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => refused(first, `${index}`)))
    for (const answer of answers) expect(answer).toMatchObject(unreachable)
    line.mend()
    await send(first, 'after')
    expect(await contents(first)).toEqual(['before', 'after'])
  })

  test('a process that is cut off while it writes delays the others no longer than its silence', async () => {
    const { first, second, line, send, refused, contents } = await onLines(2)
    await send(first, 'before')
    await send(second, 'before too')
    line.hushAll()
    line.mend()
    // It has the lane, and PostgreSQL hears no more from it.
    line.hushAt('insert into "messages"', 'unasked')
    const cutOff = refused(first, 'meanwhile')
    await send(second, 'from the other')
    expect(await cutOff).toMatchObject(unreachable)
    line.mend()
    await send(first, 'after')
    for (const at of [first, second])
      expect(await contents(at)).toEqual(['before', 'before too', 'from the other', 'after'])
  })

  test.each([
    ['was saved', 'asked'],
    ['was not saved', 'unasked'],
  ] as const)(
    'a message that %s when the answer to its commit was lost is sent once when its client tries again',
    async (_what, asked) => {
      const { first, line, iris, send, contents } = await onLines(1)
      const { queue_id } = await first.as(iris).call(registerQueue, { event_types: ['message'] })
      if (queue_id === null) throw new Error('No queue was registered')
      await send(first, 'before')
      const to = [iris.id]
      const message = { type: 'direct', to, content: 'perhaps', queue_id, local_id: '17' } as const
      line.hushAt('commit', asked)
      expect(await refusal(first.as(iris).call(sendMessage, message))).toMatchObject({
        code: 'SERVER_UNAVAILABLE',
        message: expect.stringContaining('it may be saved or not'),
      })
      line.mend()
      const { id } = await first.as(iris).call(sendMessage, message)
      expect((await first.as(iris).call(sendMessage, message)).id).toBe(id)
      expect(await contents(first)).toEqual(['before', 'perhaps'])
    },
  )

  test('the database can still be closed', async () => {
    const { first, line, send } = await onLines(1)
    await send(first, 'before')
    line.hushAll()
    const { engine } = first.app
    const writing = engine.write(1, async () => {}).catch((error: unknown) => error)
    await engine.close()
    expect(engine.isUnavailable(await writing)).toBe(true)
  })
})

describe.runIf(process.env.TEST_ENGINE === 'postgres')('statements that take long', () => {
  test('are not mistaken for dead connections, whether they read or write', async () => {
    const { first } = await onLines(1)
    const seconds = (4 * patience.silence) / 1000
    await sql`select pg_sleep(${seconds})`.execute(first.app.engine.searcher)
    const done = await first.app.engine.write(1, async ({ db }) => {
      await sql`select pg_sleep(${seconds})`.execute(db)
      return 'done'
    })
    expect(done).toBe('done')
  })

  test('delay the writes of others only for a limited time', async () => {
    const { first, second } = await onLines(2)
    const { engine } = second.app
    const refused = await first.app.engine.write(1, async ({ db }) => {
      const writing = engine.write(1, async () => {}).catch((error: unknown) => error)
      await sql`select pg_sleep(${(1.5 * patience.lane) / 1000})`.execute(db)
      return writing
    })
    expect(engine.isUnavailable(refused)).toBe(true)
  })
})
