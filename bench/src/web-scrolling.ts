import type { Browser, Page } from 'playwright-core'
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
  await page.goto(longTopic)
  await readableAfter(page)
  let most = 0
  const oldest = async () => Number(await page.locator('article.message').first().getAttribute('data-id'))
  const newest = Number(await page.locator('article.message').last().getAttribute('data-id'))
  const scrolled = await scrollFigure(page, 'Dropped frames', async () => {
    most = Math.max(most, await page.locator('article.message').count())
    return page.locator('.list-beginning').isVisible()
  })
  // The messages of this topic have neighbouring ids.
  const passed = newest - (await oldest()) + 1
  await context.close()
  return [
    { ...scrolled, name: `${scrolled.name} through ${passed.toLocaleString('en')} messages`, atMost: 1 },
    { name: 'Message elements in the page at most', value: most, unit: 'elements', atMost: 300 },
  ]
}

/**
 * Scrolls up at an even speed until `isOver`, and tells how many frames were dropped. With `turns` it scrolls up and down
 * so many times, since a page that does not grow has an end.
 */
export async function scrollFigure(
  page: Page,
  name: string,
  isOver: () => Promise<boolean>,
  turns = Number.POSITIVE_INFINITY,
): Promise<Figure> {
  const session = await debuggerOf(page)
  await resetProbe(page, true)
  const began = performance.now()
  for (let turn = 0; turn < turns && performance.now() - began < patience * 1000; turn++) {
    if (await isOver()) break
    await session.send('Input.synthesizeScrollGesture', {
      x: 900,
      y: 400,
      yDistance: turns === Number.POSITIVE_INFINITY || turn % 2 === 1 ? stretch : -stretch,
      speed,
      gestureSourceType: 'mouse',
    })
  }
  const { frames } = await probeOf(page)
  const shown = frames.reduce((sum, time) => sum + Math.max(1, Math.round(time / frame)), 0)
  return { name: `${name}, scrolling`, value: ((shown - frames.length) / shown) * 100, unit: '%' }
}
