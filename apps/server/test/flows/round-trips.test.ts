import { getStreamId } from '@tagma/contract/endpoints/channels/get-stream-id.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { markStreamAsRead } from '@tagma/contract/endpoints/messages/mark-stream-as-read.ts'
import { markTopicAsRead } from '@tagma/contract/endpoints/messages/mark-topic-as-read.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'
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
  const tripsOf = async (
    work: () => Promise<unknown>,
    prepare = (): Promise<unknown> => Promise.resolve(),
  ) => {
    await prepare()
    await work()
    await prepare()
    const before = line.trips()
    await work()
    return line.trips() - before
  }
  const { stream_id: channelId } = await as.call(getStreamId, { stream: 'engine' })
  return { as, asHugo: process.as(hugo), channelId, iris, hugo, send, tripsOf }
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

  test('a reaction takes two, and so do several that arrive together', async () => {
    const { as, asHugo, send, tripsOf } = await scene()
    const messages: number[] = []
    for (let n = 0; n < 32; n++) messages.push((await send(`message ${n}`)).id)
    // A reaction reaches those with a flag, too.
    await asHugo.call(updateMessageFlags, { messages, op: 'add', flag: 'starred' })
    const next = messages.values()
    const react = () => as.call(addReaction, { message_id: next.next().value ?? 0, emoji_name: 'tada' })
    expect(await tripsOf(react)).toBe(2)
    expect(await tripsOf(() => Promise.all(Array.from({ length: 15 }, react)))).toBeLessThanOrEqual(6)
    const again = messages.values()
    const takeBack = () =>
      as.call(removeReaction, { message_id: again.next().value ?? 0, emoji_name: 'tada' })
    expect(await tripsOf(takeBack)).toBe(2)
  })

  test('an edit takes few, also before its transaction', async () => {
    const { as, send, tripsOf } = await scene()
    const { id } = await send('the first words')
    let version = 0
    const edit = (text: string) => () =>
      as.call(updateMessage, { message_id: id, content: `${text} ${version++}` })
    expect(await tripsOf(edit('other words'))).toBeLessThanOrEqual(6)
    expect(await tripsOf(edit('other words for @**hugo**'))).toBeLessThanOrEqual(8)
  })

  test('a move takes few, with its notice, and no more for a topic of many messages', async () => {
    const { as, send, tripsOf } = await scene()
    const { id } = await send('the first', 'a')
    for (let n = 0; n < 5; n++) await send('another', 'a')
    let version = 0
    const rename = (notices: boolean) => () =>
      as.call(updateMessage, {
        message_id: id,
        topic: `a ${version++}`,
        propagate_mode: 'change_all',
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: notices,
      })
    const toTopic = (topic: string) => () =>
      as.call(updateMessage, {
        message_id: id,
        topic,
        propagate_mode: 'change_one',
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
      })
    expect(await tripsOf(rename(false))).toBeLessThanOrEqual(11)
    expect(await tripsOf(rename(true))).toBeLessThanOrEqual(13)
    expect(await tripsOf(toTopic('gears'), toTopic('wheels'))).toBeLessThanOrEqual(11)
  })

  test('flags in a narrow take few', async () => {
    const { as, channelId, send, tripsOf } = await scene()
    for (let n = 0; n < 5; n++) await send(`message ${n}`)
    const add = (narrow: Narrow, flag: string) => () =>
      as.call(updateMessageFlagsForNarrow, {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        op: 'add',
        flag,
        narrow,
      })
    const topic: Narrow = [
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: 'gears' },
    ]
    expect(await tripsOf(add(topic, 'starred'))).toBeLessThanOrEqual(7)
    expect(await tripsOf(add(topic, 'read'))).toBeLessThanOrEqual(8)
    expect(await tripsOf(add([], 'read'))).toBeLessThanOrEqual(8)
  })

  test('marking as read takes as many for one message as for several', async () => {
    const { asHugo, channelId, send, tripsOf } = await scene()
    const marks: [number, () => Promise<unknown>][] = [
      [3, () => asHugo.call(markTopicAsRead, { stream_id: channelId, topic_name: 'gears' })],
      [4, () => asHugo.call(markStreamAsRead, { stream_id: channelId })],
      [4, () => asHugo.call(markAllAsRead, {})],
    ]
    for (const [trips, mark] of marks) {
      expect(await tripsOf(mark, () => send('one'))).toBe(trips)
      const several = () => Promise.all(Array.from({ length: 5 }, () => send('one of several')))
      expect(await tripsOf(mark, several)).toBe(trips)
    }
  })

  test('a registration and a reading', async () => {
    const { as, tripsOf } = await scene()
    expect(await tripsOf(() => as.call(registerQueue, {}))).toBeLessThanOrEqual(5)
    expect(
      await tripsOf(() => as.call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0 })),
    ).toBeLessThanOrEqual(5)
  })
})
