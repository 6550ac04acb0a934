import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#store/engines/postgres.ts'
import { type CountedLine, countedLine } from '#test/counted-line.ts'
import { processes } from '#test/processes.ts'

/** A process whose round trips to the database are counted, with a channel and a person who writes. */
async function scene() {
  const lines: CountedLine[] = []
  const open = async (url: string) => {
    const line = await countedLine(new URL(url))
    onTestFinished(() => line.close())
    lines.push(line)
    return openPostgres({ url: line.url, connections: 4 })
  }
  const { processes: started, member } = await processes(1, {}, { open })
  const [process] = started
  const [line] = lines
  if (!process || !line) throw new Error('There is one')
  const iris = await member('iris')
  const hugo = await member('hugo')
  const as = process.as(iris)
  await as.call(subscribe, { subscriptions: [{ name: 'engine' }], principals: [iris.id, hugo.id] })
  const send = (content: string, topic = 'gears') =>
    as.call(sendMessage, { type: 'channel', to: 'engine', topic, content })
  /** Counts the round trips of work that was done once before, so that plans and connections are there. */
  const tripsOf = async (work: () => Promise<unknown>) => {
    await work()
    const before = line.trips()
    await work()
    return line.trips() - before
  }
  return { as, iris, hugo, send, tripsOf }
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('round trips to PostgreSQL', () => {
  test('a message takes two: one to read, one to write', async () => {
    const { as, hugo, send, tripsOf } = await scene()
    expect(await tripsOf(() => send('a message to a known topic'))).toBe(2)
    expect(
      await tripsOf(() => as.call(sendMessage, { type: 'direct', to: [hugo.id], content: 'to one person' })),
    ).toBe(2)
    expect(await tripsOf(() => send('@**hugo** is mentioned'))).toBeLessThanOrEqual(3)
  })

  test('messages that arrive together share them', async () => {
    const { send, tripsOf } = await scene()
    const many = () => Promise.all(Array.from({ length: 64 }, (_, index) => send(`message ${index}`)))
    await send('the first')
    expect(await tripsOf(many)).toBeLessThanOrEqual(6)
  })

  test('flags of several messages take no more than those of one', async () => {
    const { as, send, tripsOf } = await scene()
    const messages: number[] = []
    for (let n = 0; n < 5; n++) messages.push((await send(`message ${n}`)).id)
    const flag = (ids: number[], name: 'starred' | 'read') => () =>
      as.call(updateMessageFlags, { messages: ids, op: 'add', flag: name })
    expect(await tripsOf(flag(messages, 'starred'))).toBeLessThanOrEqual(4)
    expect(await tripsOf(flag(messages.slice(0, 1), 'starred'))).toBeLessThanOrEqual(4)
    expect(await tripsOf(flag(messages, 'read'))).toBeLessThanOrEqual(6)
  })

  test('a registration and a reading', async () => {
    const { as, tripsOf } = await scene()
    expect(await tripsOf(() => as.call(registerQueue, {}))).toBeLessThanOrEqual(6)
    expect(
      await tripsOf(() => as.call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0 })),
    ).toBeLessThanOrEqual(5)
  })
})
