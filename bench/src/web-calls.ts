import type { Browser, Page } from 'playwright-core'
import type { Figure } from './figure.ts'
import { desk, pauseFor, readableAfter, signedIn } from './web-browser.ts'
import type { WebOrganization } from './web-organization.ts'

const minutes = 2
/** Seconds between two things that the person does, and between two messages of others. */
const pace = 10

/**
 * Counts the calls of two tabs, of which one is seen, while somebody reads, writes and reacts, and others write. The rate
 * goes for any length of time.
 */
export async function measureCalls(browser: Browser, organization: WebOrganization): Promise<Figure[]> {
  const context = await signedIn(browser, organization.server, desk)
  const seen = await context.newPage()
  const [first = '', second = ''] = organization.busyTopics
  await seen.goto(first)
  await readableAfter(seen)
  const behind = await context.newPage()
  await behind.goto(second)
  await readableAfter(behind)
  await hide(behind)
  await seen.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await pauseFor(5000)

  const perMinute: number[] = Array.from({ length: minutes }, () => 0)
  const polls = new Set<unknown>()
  let mostPolls = 0
  const began = performance.now()
  for (const page of [seen, behind]) {
    const isPoll = (url: string) => url.includes('/json/events')
    page.on('request', (request) => {
      if (!request.url().includes('/json/')) return
      const minute = Math.floor((performance.now() - began) / 60_000)
      if (perMinute[minute] !== undefined) perMinute[minute]++
      if (isPoll(request.url())) mostPolls = Math.max(mostPolls, polls.add(request).size)
    })
    page.on('requestfinished', (request) => void polls.delete(request))
    page.on('requestfailed', (request) => void polls.delete(request))
  }
  for (let turn = 0; performance.now() - began < minutes * 60_000; turn++) {
    await organization.send(turn, `A message in between, number ${turn}`, turn % 3 === 0 ? 0 : undefined)
    await acts[turn % acts.length]?.(seen)
    await pauseFor(Math.max(0, began + (turn + 1) * pace * 1000 - performance.now()))
  }
  await context.close()
  return [
    { name: 'Calls in a minute, two tabs', value: Math.max(...perMinute), unit: 'calls', atMost: 30 },
    {
      name: 'Calls in ten minutes at this rate',
      value: (perMinute.reduce((sum, count) => sum + count, 0) / minutes) * 10,
      unit: 'calls',
      atMost: 300,
    },
    { name: 'Polls of two tabs at a time', value: mostPolls, unit: 'polls', atMost: 1 },
  ]
}

/** Things that a person does, in turn. */
const acts: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.keyboard.press('Alt+ArrowDown'),
  async (page) => {
    await page.locator('textarea.editor-box').click()
    await page.keyboard.type('I look after that, and come back to it.', { delay: 30 })
    await page.keyboard.press('Control+Enter')
  },
  (page) => page.keyboard.press('Alt+ArrowDown'),
  async (page) => {
    await page.locator('article.message').last().focus()
    await page.keyboard.press('+')
  },
  (page) => page.keyboard.press('Alt+ArrowUp'),
]

/** Makes a tab one that nobody sees: a browser that is driven shows all of them as seen. */
const hide = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    Object.defineProperty(document, 'hidden', { get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
