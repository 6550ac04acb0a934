import { expect, onTestFinished, test } from 'vitest'
import type { LogRow } from '#model/log-row.ts'
import type { Bus, BusMessage } from './bus.ts'

/** Tests of every bus that more than one process shares. `make` gives so many buses of one installation. */
export function busSuite(make: (count: number) => Promise<readonly Bus[]>): void {
  const ended = calls('ended')

  /** Buses with what each of them heard, in order, and a wait until each heard a message. */
  async function scene(count: number) {
    const made = await make(count)
    onTestFinished(async () => void (await Promise.all(made.map((bus) => bus.close()))))
    return made.map((bus) => {
      const heard: BusMessage[] = []
      const { promise: end, resolve } = Promise.withResolvers<void>()
      bus.subscribe((message) => {
        if (message.kind === 'calls' && message.key === 'ended') resolve()
        else heard.push(message)
      })
      return { bus, heard, end }
    })
  }

  test('a bus carries messages to all others, in their order, and none back', async () => {
    const [first, second, third] = await scene(3)
    if (!first || !second || !third) throw new Error('There are too few buses')
    const sent = [calls('a'), announcement, calls('b'), logMessage, calls('c')]
    for (const message of sent) first.bus.publish(message)
    first.bus.publish(ended)
    await Promise.all([second.end, third.end])
    // A message that came back to the first bus would arrive before the message of the other.
    second.bus.publish(ended)
    await first.end
    expect([first.heard, second.heard, third.heard]).toEqual([[], sent, sent])
  })

  test('a bus tells that there may be other processes', async () => {
    for (const { bus } of await scene(2)) expect(bus.isShared).toBe(true)
  })

  test('every listener of a bus hears each message', async () => {
    const [first, second] = await scene(2)
    if (!first || !second) throw new Error('There are too few buses')
    const also: BusMessage[] = []
    second.bus.subscribe((message) => void also.push(message))
    first.bus.publish(announcement)
    first.bus.publish(ended)
    await second.end
    expect(also.slice(0, 1)).toEqual([announcement])
    expect(second.heard).toEqual([announcement])
  })

  test('what is published before a bus closes arrives, and closing it again is nothing', async () => {
    const [first, second] = await scene(2)
    if (!first || !second) throw new Error('There are too few buses')
    first.bus.publish(announcement)
    first.bus.publish(ended)
    await first.bus.close()
    await first.bus.close()
    await second.end
    expect(second.heard).toEqual([announcement])
  })

  test('news of rows that are too long to be carried arrive all the same', async () => {
    const [first, second] = await scene(2)
    if (!first || !second) throw new Error('There are too few buses')
    const row = { ...logRow, body: { type: 'alert_words', alert_words: ['x'.repeat(3_000_000)] } } as const
    first.bus.publish({ ...logMessage, rows: [row] })
    first.bus.publish(ended)
    await second.end
    expect(second.heard).toEqual([expect.objectContaining({ kind: 'log', position: 9, after: 8 })])
  })
}

const calls = (key: string) => ({ kind: 'calls', key, calls: 1, milliseconds: 1000 }) as const

const announcement: BusMessage = {
  kind: 'announce',
  organizationId: 1,
  event: {
    type: 'typing',
    op: 'start',
    message_type: 'stream',
    sender: { user_id: 10, email: 'iris@example.com' },
    stream_id: 5,
    topic: 'ä "quoted"\n😀',
  },
  audience: { users: [1, 2] },
}

const logRow: LogRow = {
  id: 9,
  organizationId: 1,
  type: 'drafts',
  body: { type: 'drafts', op: 'remove', draft_id: 3 },
  audience: { users: [1] },
  touches: null,
}

const logMessage: BusMessage & { readonly kind: 'log' } = {
  kind: 'log',
  organizationId: 1,
  position: 9,
  after: 8,
  rows: [logRow],
}
