import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, boxOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

// Costs that can be counted, so that they hold on any machine. `npm run bench -- web` measures those that take time.

const story = stage()
const { addressOf, open, send } = inTopics(story)

const mostArticles = 300
const mostCalls = 30

/** Keeps the largest number of messages that ever stood in the page. */
const watchArticles = (page: Page) =>
  page.evaluate(() => {
    const articles = document.getElementsByClassName('message')
    const seen = { most: articles.length }
    Object.assign(globalThis, { seen })
    new MutationObserver(() => (seen.most = Math.max(seen.most, articles.length))).observe(document, {
      childList: true,
      subtree: true,
    })
  })

/** The most messages of one line that a list begins with: 57 that fill the screen for certain, and 24 on each side. */
const mostAtFirst = 57 + 2 * 24

/** Waits for frames, and for the work behind each: the list grows behind one, until it has enough. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (all) => {
    for (let frame = 0; frame < all; frame++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }, count)

test('a long topic never puts more than 300 messages into the page, and draws few of them when it is opened', async () => {
  const length = 400
  await send('otto', 'elsewhere', 'Nothing long')
  for (let start = 0; start < length; start += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => send('otto', 'a long way', `Line ${start + index}`)),
    )
  const page = await open('iris', 'a long way')
  await watchArticles(page)
  const scroller = page.locator('.messages-scroller')
  const scrollTo = (edge: 'top' | 'bottom') =>
    scroller.evaluate((element, where) => {
      element.scrollTop = where === 'top' ? 0 : element.scrollHeight
    }, edge)
  await expect
    .poll(async () => {
      await scrollTo('top')
      return page.locator('.list-beginning').isVisible()
    })
    .toBe(true)
  await expect
    .poll(async () => {
      await scrollTo('bottom')
      return Number(await page.getByRole('article').last().getAttribute('aria-posinset'))
    })
    .toBe(length)
  const most = await page.evaluate(() => (globalThis as unknown as { seen: { most: number } }).seen.most)
  expect(most).toBeGreaterThan(length / 2)
  expect(most).toBeLessThanOrEqual(mostArticles)

  await page.goto(addressOf('elsewhere'))
  await articleOf(page, 'Nothing long').waitFor()
  await page.goto(addressOf('a long way'))
  await articleOf(page, 'Line ').first().waitFor()
  await frames(page, 6)
  expect(await page.getByRole('article').count()).toBeLessThanOrEqual(mostAtFirst)
})

/** Counts the calls of a browser. */
function countCalls(context: BrowserContext): { count: number } {
  const calls = { count: 0 }
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/json/')) calls.count++
  })
  return calls
}

test('two tabs make at most 30 calls in a minute of reading, writing and reacting', async () => {
  await send('otto', 'a minute', 'Who begins?')
  await send('otto', 'another minute', 'Nobody reads this')
  const page = await open('iris', 'a minute')
  const other = await page.context().newPage()
  await other.goto(addressOf('another minute'))
  await articleOf(other, 'Nobody reads this').waitFor()
  await page.bringToFront()
  for (const each of [page, other]) await each.clock.install()

  const calls = countCalls(page.context())
  const acts: readonly (() => Promise<unknown>)[] = [
    async () => {
      await boxOf(page, 'a minute').fill('I do, and come back to it.')
      await boxOf(page, 'a minute').press('Control+Enter')
      await articleOf(page, 'I do, and come back to it.').waitFor()
    },
    async () => {
      await articleOf(page, 'Who begins?').focus()
      await page.keyboard.press('+')
    },
    () => page.goto(addressOf('another minute')),
    () => page.goto(addressOf('a minute')),
    () => page.keyboard.press('Home'),
    () => page.keyboard.press('End'),
  ]
  for (const [turn, act] of acts.entries()) {
    await send('mia', turn % 2 === 0 ? 'a minute' : 'elsewhere', `In between, number ${turn}`)
    await act()
    for (const each of [page, other]) await each.clock.runFor(10_000)
  }
  await articleOf(page, 'In between, number 4').waitFor()
  expect(calls.count).toBeGreaterThan(acts.length)
  expect(calls.count).toBeLessThanOrEqual(mostCalls)
})

/** Counts how often a list of messages is made, and opens an address. Returns the count when the browser has told of the change. */
const feedsMade = (page: Page, address: string) =>
  page.evaluate(async (hash) => {
    let count = 0
    const isFeed = (node: Node) =>
      node instanceof Element && (node.matches('.messages-feed') || node.querySelector('.messages-feed'))
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) count += [...addedNodes].filter(isFeed).length
    }).observe(document.querySelector('main')!, { childList: true, subtree: true })
    // Behind the page's own listener.
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
    location.hash = hash
    await changed
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return count
  }, address)

test('a change of conversation makes its list once', async () => {
  await send('otto', 'once', 'Drawn once')
  await send('otto', 'and again', 'Drawn before')
  const page = await open('iris', 'once')
  await articleOf(page, 'Drawn once').waitFor()
  const first = await page.evaluate(() => location.hash)
  await page.goto(addressOf('and again'))
  await articleOf(page, 'Drawn before').waitFor()
  expect(await feedsMade(page, first)).toBe(1)
  await articleOf(page, 'Drawn once').waitFor()
})

/**
 * Counts the drawings of components from now on. Returns a function that says how often one was drawn since it was asked
 * before. Components are told by a class that they alone draw.
 */
async function countDrawings(page: Page): Promise<(mark: string) => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true })
  return async (mark) => {
    const { result } = await session.send('Profiler.takePreciseCoverage')
    for (const { url, functions } of result) {
      if (!url.includes('/assets/')) continue
      const at = (await (await page.request.get(url)).text()).indexOf(`"${mark}"`)
      const [innermost] = functions
        .flatMap(({ ranges }) => ranges.slice(0, 1))
        .filter(({ startOffset, endOffset }) => at >= 0 && startOffset <= at && at < endOffset)
        .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
      if (innermost) return innermost.count
    }
    // Functions that were not called are left out.
    return 0
  }
}

test.each(['conversation-header', 'editor-box'])(
  'a message that comes does not draw %s again',
  async (mark) => {
    await send('otto', `before ${mark}`, 'Drawn at first')
    await send('otto', `with ${mark}`, 'Drawn with the page')
    const page = await open('iris', `before ${mark}`)
    const drawings = await countDrawings(page)
    await page.goto(addressOf(`with ${mark}`))
    await articleOf(page, 'Drawn with the page').waitFor()
    await frames(page, 6)
    expect(await drawings(mark)).toBeGreaterThan(0)
    await send('otto', `with ${mark}`, 'Drawn alone')
    await articleOf(page, 'Drawn alone').waitFor()
    await frames(page, 2)
    expect(await drawings(mark)).toBe(0)
  },
)

test('a first visit registers once, before its largest script has come, and a reload goes on with the queue', async () => {
  await send('otto', 'registered once', 'Somebody is here')
  const before = await open('iris', 'registered once')
  // A profile that knows nothing but the session.
  const context = await before
    .context()
    .browser()!
    .newContext({ baseURL: new URL(before.url()).origin })
  await context.addCookies(await before.context().cookies())
  let registrations = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/json/register') registrations++
  })
  const page = await context.newPage()
  const { promise: hasRegistered, resolve } = Promise.withResolvers<void>()
  page.on('request', (request) => new URL(request.url()).pathname === '/json/register' && resolve())
  const largest = await largestScript(before)
  await page.route(largest, async (route) => {
    await hasRegistered
    await route.continue()
  })
  await page.goto(addressOf('registered once'))
  await articleOf(page, 'Somebody is here').waitFor()
  await send('otto', 'registered once', 'Somebody is still here')
  await articleOf(page, 'Somebody is still here').waitFor()
  await page.reload()
  await articleOf(page, 'Somebody is still here').waitFor()
  await send('otto', 'registered once', 'And again')
  await articleOf(page, 'And again').waitFor()
  expect(registrations).toBe(1)
  await context.close()
})

/** The address of the largest script that a page has loaded. */
const largestScript = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
    return scripts.toSorted((a, b) => b.decodedBodySize - a.decodedBodySize)[0]!.name
  })
