import type { BrowserContext, Page } from 'playwright-core'
import type { Figure } from './figure.ts'
import { median } from './load.ts'
import { debuggerOf, pauseFor, readableAfter } from './web-browser.ts'

const visits = 3

/**
 * Measures the way from an address to its first message, on a slow phone over 4G: nothing kept, and with a copy. `open`
 * makes a profile that is signed in and knows nothing else.
 */
export async function measureVisits(open: () => Promise<BrowserContext>, address: string): Promise<Figure[]> {
  const first: number[] = []
  const later: number[] = []
  const scripts: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    const context = await open()
    const page = await context.newPage()
    const session = await debuggerOf(page, { isSlow: true })
    let bytes = 0
    const isScript = new Set<string>()
    session.on(
      'Network.responseReceived',
      ({ requestId, type }) => type === 'Script' && isScript.add(requestId),
    )
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (isScript.has(requestId)) bytes += encodedDataLength
    })
    await page.goto(address, { waitUntil: 'commit' })
    first.push(await readableAfter(page))
    scripts.push(bytes)
    await untilCopied(page)
    await page.close()
    // At the second visit, the browser still compiles the scripts, and keeps what it compiled.
    const second = await context.newPage()
    await second.goto(address, { waitUntil: 'commit' })
    await readableAfter(second)
    await untilCopied(second)
    await second.close()
    const again = await context.newPage()
    await debuggerOf(again, { isSlow: true })
    await again.goto(address, { waitUntil: 'commit' })
    later.push(await readableAfter(again))
    await context.close()
  }
  return [
    {
      name: 'Scripts before the first conversation, compressed',
      value: median(scripts) / 1000,
      unit: 'KB',
      atMost: 170,
    },
    { name: 'First visit to readable, 4G, slow phone', value: median(first), unit: 's', atMost: 2.5 },
    { name: 'Later visit to readable, 4G, slow phone', value: median(later), unit: 's', atMost: 0.5 },
  ]
}

/** Waits until the page is at rest, and lets it keep its copy, as it does when it is hidden. */
async function untilCopied(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await pauseFor(1500)
}
