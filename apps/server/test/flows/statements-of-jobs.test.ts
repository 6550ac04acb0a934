import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#store/engines/postgres.ts'
import { countedLine, type CountedLine } from '#test/counted-line.ts'
import { processes } from '#test/processes.ts'

/** A process whose statements are counted, and two people who write to each other. */
async function scene() {
  const lines: CountedLine[] = []
  const open = async (url: string) => {
    const line = await countedLine(new URL(url))
    onTestFinished(() => line.close())
    lines.push(line)
    return openPostgres({ url: line.url, connections: 4 })
  }
  const { processes: started, member, clock, tick } = await processes(1, {}, { open })
  const [process] = started
  if (!process) throw new Error('There is one')
  const [iris, hugo] = [await member('iris'), await member('hugo')]
  const send = (content: string) =>
    process.as(iris).call(sendMessage, { type: 'direct', to: [hugo.id], content })
  const statements = () => lines[0]?.statements() ?? 0
  return { process, iris, hugo, clock, send, statements, tick }
}

describe.runIf(process.env.TEST_ENGINE === 'postgres')('statements of jobs', () => {
  test('one finds the work of a server that nobody calls; with the lease, one a second', async () => {
    const { process, hugo, clock, send, statements, tick } = await scene()
    await process.as(hugo).call(registerQueue, {})
    await send('the last one')
    const minute = async () => {
      const before = statements()
      // Like a server that nobody calls: it looks every three seconds.
      for (let look = 0; look < 20; look++) {
        clock.advance({ seconds: 3 })
        await tick()
      }
      return statements() - before
    }
    await minute()
    expect(await minute()).toBeLessThanOrEqual(60)
  })

  test('messages that came together cost the jobs less than one for each', async () => {
    const { iris, process, clock, send, statements, tick } = await scene()
    await process.as(iris).call(subscribe, { subscriptions: [{ name: 'engine' }] })
    const sendToChannel = (content: string) =>
      process.as(iris).call(sendMessage, { type: 'channel', to: 'engine', topic: 'gears', content })
    const cost = async (count: number, one: (content: string) => Promise<unknown>) => {
      await Promise.all(Array.from({ length: count }, (_, index) => one(`message ${index}`)))
      const before = statements()
      for (let look = 0; look < 3; look++) {
        clock.advance({ seconds: 1 })
        await tick()
      }
      return statements() - before
    }
    await cost(1, sendToChannel)
    expect(await cost(50, sendToChannel)).toBeLessThanOrEqual(40)
    await cost(1, send)
    expect(await cost(50, send)).toBeLessThanOrEqual(40)
  })
})
