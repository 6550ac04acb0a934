import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import type { Running } from './server.ts'

/** Address of a server under which browsers count it as a secure context. */
export const secureUrl = ({ url }: Pick<Running, 'url'>) => url.replace('127.0.0.1', 'localhost')

/**
 * Switches for frames that are drawn as soon as they are ready. The predictor of navigations is off: to see which links are in view, it asks for
 * a frame ten times a second while the page changes, and a key that follows such a frame waits for the screen's next one. This
 * replaces the driver's list of switched-off features, which is about redirects, signing in and the like.
 */
const unpaced = [
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
  '--disable-features=NavigationPredictor',
]

/** Starts Chromium. `isUnpaced`: without a wait for the screen, so that only the page's work is measured. */
export function launch({ isUnpaced = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--enable-precise-memory-info', ...(isUnpaced ? unpaced : [])],
  })
}

export const desk = { viewport: { width: 1440, height: 900 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** Times by which a phone of the middle range is slower. */
export const phoneSlowness = 4

/** Opens a browser's profile that is signed in as the server's owner. */
export async function signedIn(
  browser: Browser,
  server: Running,
  device: typeof desk | typeof phone = desk,
): Promise<BrowserContext> {
  const baseURL = secureUrl(server)
  const context = await browser.newContext({ baseURL, locale: 'en-US', timezoneId: 'UTC', ...device })
  const answer = await context.request.post('/login/', {
    form: { username: server.email, password: server.password },
    headers: { origin: baseURL },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`The owner cannot sign in: ${answer.status()}`)
  await timePages(context, 'article.message')
  return context
}

/** Has the pages of a profile take times. `message`: finds a message of the conversation that is open. */
export const timePages = (context: BrowserContext, message: string): Promise<unknown> =>
  context.addInitScript(install, message)

/** Opens the debugger of a page, with its network and CPU slowed down if it is to be a phone. */
export async function debuggerOf(page: Page, { isSlow = false } = {}): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Performance.enable')
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      // 4G: as Lighthouse and WebPageTest have it.
      latency: 165,
      downloadThroughput: (9 * 1024 * 1024) / 8,
      uploadThroughput: (1.5 * 1024 * 1024) / 8,
    })
    await slowDown(session)
  }
  return session
}

/** Makes the CPU of a page as slow as a phone's, or as fast as it is. */
export const slowDown = (session: CDPSession, rate = phoneSlowness) =>
  session.send('Emulation.setCPUThrottlingRate', { rate })

/** Times that the page itself takes, in milliseconds. */
export interface Probe {
  /** From the start of the navigation until the first message was painted. */
  readableAt: number | undefined
  /** From each press of a key that wrote into a field to the frame that shows it. */
  keys: number[]
  /** From each press of a key that opened another conversation to the frame that shows it. */
  switches: number[]
  /** From each press of a key that wrote into a field to the frame that shows other names to choose from. */
  offers: number[]
}

/**
 * Runs in the page before its scripts. Refers to nothing outside of itself. Asks for no frame that the page would not have:
 * the next one would wait for it.
 */
function install(message: string): void {
  const probe: Probe = { readableAt: undefined, keys: [], switches: [], offers: [] }
  Object.assign(globalThis, { probe })
  let pressedAt = 0
  let opening: { readonly at: number; readonly before: Element | null } | undefined
  let offering: { readonly at: number; readonly before: string | undefined } | undefined
  const offered = () => document.querySelector('.completion')?.textContent
  // The elements of another conversation are others.
  const newest = () => [...document.querySelectorAll(message)].at(-1) ?? null
  // After the page's thread has handed the frame over, and before the page does what it has left for then.
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => void scheduler.postTask(then, { priority: 'user-blocking' }))
  addEventListener(
    'keydown',
    ({ timeStamp, altKey, key }) => {
      pressedAt = timeStamp
      if (altKey && key.startsWith('Arrow')) opening = { at: timeStamp, before: newest() }
    },
    { capture: true },
  )
  addEventListener(
    'input',
    () => {
      const at = pressedAt
      afterPaint(() => probe.keys.push(performance.now() - at))
      offering = { at, before: offered() }
      watchOffers()
    },
    { capture: true },
  )
  const lookAtOffers = () => {
    if (!offering || offered() === offering.before) return
    const { at } = offering
    offering = undefined
    afterPaint(() => probe.offers.push(performance.now() - at))
  }
  let offers: MutationObserver | undefined
  // Not before the first letter: each change of the page would cost it something.
  const watchOffers = () => {
    if (offers) return
    offers = new MutationObserver(lookAtOffers)
    offers.observe(document, { childList: true, subtree: true, characterData: true })
  }
  const look = () => {
    if (probe.readableAt === undefined && document.querySelector(message)) {
      probe.readableAt = Number.NaN
      afterPaint(() => (probe.readableAt = performance.now()))
    }
    if (!opening) return
    const present = newest()
    if (present && present !== opening.before) {
      const { at } = opening
      opening = undefined
      afterPaint(() => probe.switches.push(performance.now() - at))
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

/** Reads the page's probe. */
export const probeOf = (page: Page): Promise<Probe> =>
  page.evaluate(() => (globalThis as unknown as { probe: Probe }).probe)

/** Forgets what the page's probe has measured. */
export const resetProbe = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { probe } = globalThis as unknown as { probe: Probe }
    Object.assign(probe, { keys: [], switches: [], offers: [] })
  })

/** Waits until the first message of a page is painted, and returns when that was, in seconds. */
export async function readableAfter(page: Page): Promise<number> {
  await page.waitForFunction(
    () => ((globalThis as unknown as { probe?: Probe }).probe?.readableAt ?? 0) > 0,
    undefined,
    { timeout: 60_000, polling: 50 },
  )
  const { readableAt = Number.NaN } = await probeOf(page)
  return readableAt / 1000
}

/** Returns the value below which 95 % of the values are. */
export function percentile95(values: readonly number[]): number {
  if (values.length === 0) throw new Error('Nothing was measured')
  const ascending = values.toSorted((a, b) => a - b)
  return ascending[Math.ceil(ascending.length * 0.95) - 1] ?? Number.NaN
}

export const pauseFor = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
