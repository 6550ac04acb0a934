import type { Browser } from 'playwright-core'
import type { Figure } from './figure.ts'
import { debuggerOf, desk, probeOf, readableAfter, resetProbe, signedIn } from './web-browser.ts'
import type { WebOrganization } from './web-organization.ts'

/** Pixels of one turn of the wheel, and pixels a second. */
const stretch = 20_000
const speed = 12_000
/** Seconds after which it ends before the beginning is reached. */
const patience = 50
/** Milliseconds between two frames of a screen that shows 60 in a second. */
const frame = 1000 / 60

/** Scrolls from the end of a topic of 10,000 messages to its beginning. */
export async function measureScrolling(
  browser: Browser,
  { server, longTopic }: WebOrganization,
): Promise<Figure[]> {
  const context = await signedIn(browser, server, desk)
  const page = await context.newPage()
  const session = await debuggerOf(page)
  await page.goto(longTopic)
  await readableAfter(page)
  await resetProbe(page, true)
  let most = 0
  const began = performance.now()
  const oldest = async () => Number(await page.locator('article.message').first().getAttribute('data-id'))
  const newest = Number(await page.locator('article.message').last().getAttribute('data-id'))
  while (performance.now() - began < patience * 1000) {
    if (await page.locator('.list-beginning').isVisible()) break
    await session.send('Input.synthesizeScrollGesture', {
      x: 900,
      y: 400,
      yDistance: stretch,
      speed,
      gestureSourceType: 'mouse',
    })
    most = Math.max(most, await page.locator('article.message').count())
  }
  const { frames } = await probeOf(page)
  // The messages of this topic have neighbouring ids.
  const passed = newest - (await oldest()) + 1
  await context.close()
  const shown = frames.reduce((sum, time) => sum + Math.max(1, Math.round(time / frame)), 0)
  return [
    {
      name: `Dropped frames, scrolling through ${passed.toLocaleString('en')} messages`,
      value: ((shown - frames.length) / shown) * 100,
      unit: '%',
      atMost: 1,
    },
    { name: 'Message elements in the page at most', value: most, unit: 'elements', atMost: 300 },
  ]
}
