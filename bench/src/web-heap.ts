import type { Browser, CDPSession } from 'playwright-core'
import type { Figure } from './figure.ts'
import { debuggerOf, desk, readableAfter, signedIn } from './web-browser.ts'
import type { WebOrganization } from './web-organization.ts'

export const messages = 50_000
const atATime = 24
/** Seconds after which no more are sent, on a machine that is busy. */
export const patience = 75

/** Measures the memory of a page that has received 50,000 messages. */
export async function measureHeap(browser: Browser, organization: WebOrganization): Promise<Figure[]> {
  const context = await signedIn(browser, organization.server, desk)
  const page = await context.newPage()
  const session = await debuggerOf(page)
  await page.goto(organization.busyTopics[0] ?? '')
  await readableAfter(page)
  const before = await heapOf(session)
  let next = 0
  const began = performance.now()
  const send = async () => {
    while (next < messages && performance.now() - began < patience * 1000) {
      const index = next++
      await organization.send(
        index,
        `Message number ${index}, of a day with many others`,
        index % 50 === 0 ? 0 : undefined,
      )
    }
  }
  await Promise.all(Array.from({ length: atATime }, send))
  // Events come in order: with the last message, all are there.
  await organization.send(0, 'The last one of this day', 0)
  await page.getByText('The last one of this day').first().waitFor({ timeout: 120_000 })
  const after = await heapOf(session)
  await context.close()
  return heapFigures(before, after, next)
}

/** Returns the memory of a page's scripts in MB, without what is to be collected. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
}

export const heapFigures = (before: number, after: number, received: number): Figure[] => [
  { name: 'Heap of a page that was just opened', value: before, unit: 'MB' },
  {
    name: `Heap after ${received.toLocaleString('en')} messages received`,
    value: after,
    unit: 'MB',
    atMost: 150,
  },
]
