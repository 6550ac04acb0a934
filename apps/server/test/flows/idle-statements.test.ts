import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '#store/engines/postgres.ts'
import { countedLine, type CountedLine } from '#test/counted-line.ts'
import { processes } from '#test/processes.ts'

describe.runIf(process.env.TEST_ENGINE === 'postgres')('statements of a server that nobody calls', () => {
  test('are few: one that finds the work, the lease, and what is done each minute', async () => {
    let line: CountedLine | undefined
    const open = async (url: string) => {
      line = await countedLine(new URL(url))
      onTestFinished(() => line?.close())
      return openPostgres({ url: line.url, connections: 4 })
    }
    const { processes: started, member, clock, tick } = await processes(1, {}, { open })
    const iris = await member('iris')
    const hugo = await member('hugo')
    await started[0]?.as(hugo).call(registerQueue, {})
    await started[0]?.as(iris).call(sendMessage, { type: 'direct', to: [hugo.id], content: 'the last one' })
    const minute = async () => {
      const before = line?.statements() ?? 0
      // Like a server that nobody calls: it looks every three seconds.
      for (let look = 0; look < 20; look++) {
        clock.advance({ seconds: 3 })
        await tick()
      }
      return (line?.statements() ?? 0) - before
    }
    await minute()
    expect(await minute()).toBeLessThanOrEqual(60)
  })
})
