import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashQuickly } from '@tagma/server/test/hash-quickly.ts'
import { type Installation, installation } from '@tagma/server/test/server-process.ts'
import type * as AxeCore from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { clientForTests } from './client-for-tests.ts'
import {
  makeWorld,
  password as worldPassword,
  type Person,
  type PersonName,
  type World,
  worldAt,
  worldSettings,
} from './world.ts'

/** The means of a story: a server process with the world, and browsers. */
export interface Stage {
  readonly world: World
  readonly server: Installation
  /** Opens a browser of its own, signed in, at an address below the server's (`/#narrow/…`). */
  open(name: PersonName, options?: OpenOptions): Promise<Page>
  /** Opens a browser without an account. */
  openSignedOut(options?: OpenOptions): Promise<Page>
  /** Texts that the browser or the server may complain of in this story, such as a failed call that the story causes. */
  expectComplaint(text: string | RegExp): void
}

export interface OpenOptions extends BrowserContextOptions {
  readonly path?: string
}

/** Sizes of windows that stories look at. */
export const viewports = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const

/** A phone: its size, a finger instead of a mouse. */
export const phone: BrowserContextOptions = { viewport: viewports.phone, hasTouch: true, isMobile: true }

/** The browsers of stories that differ by touch: names and options for `test.each`. */
export const sizes = [
  ['at a desk', {}],
  ['on a phone', phone],
] as const

const isWhole = process.env.TEST_WEB === 'all'

/** Browsers of stories in which touch changes nothing. The phone comes in by `npm run test:web -- --all`. */
export const widths = isWhole ? sizes : sizes.slice(0, 1)

/** Schemes of stories that look for faults of axe. The dark one comes in by `npm run test:web -- --all`. */
export const schemes = isWhole ? (['light', 'dark'] as const) : (['light'] as const)

/** Browsers of stories, unless a story says otherwise. */
const usualContext: BrowserContextOptions = {
  viewport: viewports.desk,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'en-US',
  timezoneId: 'UTC',
  // Otherwise they are offered by the first message that would use them.
  permissions: ['notifications'],
  // The calls of a service worker escape from stories that hold or break them.
  serviceWorkers: 'block',
}

/**
 * Prepares the stories of a file: call it once, outside of tests. All its stories share a server and its world, and each
 * has browsers of its own. A story fails if a browser logs an error or asks another server, or if the server logs an
 * error. `make` fills the server's organization with another world, such as none; `main` is another file that runs the
 * server; `program` is another Chromium, and `args` are further arguments for it.
 */
export function stage(
  settings: Readonly<Record<string, string>> = {},
  make: (url: string) => Promise<World> = makeWorld,
  main?: string,
  program?: string,
  args: readonly string[] = [],
): Stage {
  let browser: Browser
  let server: Installation
  let world: World
  let pages: Page[] = []
  let complaints: string[] = []
  let expected: (string | RegExp)[] = []
  const newErrors = errorsOnce()

  beforeAll(async () => {
    const client = settings.TAGMA_WEB_CLIENT ?? (await clientForTests())
    const given = { ...worldSettings, ...settings, TAGMA_WEB_CLIENT: client }
    server = await installation(given, [], main)
    const prepared = make === makeWorld ? await preparedWorld() : undefined
    if (prepared) await cp(prepared.folder, server.dataDir, { recursive: true })
    ;[browser] = await Promise.all([browserOfWorker(program, args), server.start()])
    world = prepared ? worldAt(server.url, prepared.world) : await make(server.url)
  })
  afterAll(() => server?.remove())
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()))
    const found = without(expected, [...complaints, ...newErrors(server.output())])
    ;[pages, complaints, expected] = [[], [], []]
    if (found.length > 0) throw new Error(`A browser or the server complained:\n${found.join('\n')}`)
  })

  const openPage = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: server.url,
      ...usualContext,
      ...options,
    })
    const page = await context.newPage()
    pages.push(page)
    page.on('console', (message) => {
      // A text that was not loaded is only warned of, and the page shows its id.
      if (message.type() === 'error' || message.text().includes('Uncompiled message'))
        complaints.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${server.url}/`))
        complaints.push(`asked ${request.url()}`)
    })
    return page
  }
  return {
    get world() {
      return world
    },
    get server() {
      return server
    },
    async open(name, { path = '/', ...options } = {}) {
      const page = await openPage(options)
      await signIn(page, server.url, world.people[name])
      await page.goto(path)
      return page
    },
    async openSignedOut({ path = '/', ...options } = {}) {
      const page = await openPage(options)
      await page.goto(path)
      return page
    },
    expectComplaint: (text) => void expected.push(text),
  }
}

const without = (expected: readonly (string | RegExp)[], texts: readonly string[]): string[] =>
  texts.filter((text) => !expected.some((known) => text.match(known)))

/** Returns what finds the errors in a server's log, each once. */
function errorsOnce(): (output: string) => string[] {
  const told = new Set<string>()
  return (output) => {
    const found = output.split('\n').filter((line) => line.startsWith('{"level":50') && !told.has(line))
    for (const line of found) told.add(line)
    return found
  }
}

/** The world as it begins, and a folder with the files of its server. */
interface PreparedWorld {
  readonly world: World
  readonly folder: string
}

let worldOfWorker: Promise<PreparedWorld> | undefined

/** Makes the world once in a worker: it takes longer than starting a server. */
const preparedWorld = (): Promise<PreparedWorld> => (worldOfWorker ??= prepareWorld())

async function prepareWorld(): Promise<PreparedWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-world-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await installation(worldSettings)
  await server.start()
  const world = await makeWorld(server.url)
  // Jobs may still be writing: a server that has ended left everything in its files.
  await server.stop('SIGTERM')
  hashQuickly(join(server.dataDir, 'tagma.db'), worldPassword)
  await cp(server.dataDir, folder, { recursive: true })
  await server.remove()
  return { world, folder }
}

/** Chromium without the windows and menus around pages, which take as long as the pages. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const browsers = new Map<string, Promise<Browser>>()

/** Starts a browser once in a worker: its stories have contexts of their own, which share nothing. It ends with the worker. */
async function browserOfWorker(
  program = process.env.CHROMIUM ?? headlessShell,
  args: readonly string[] = [],
): Promise<Browser> {
  const key = [program, ...args].join(' ')
  const known = await browsers.get(key)
  if (known?.isConnected()) return known
  const started = chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text', ...args],
  })
  browsers.set(key, started)
  return started
}

/** Signs a browser in as the sign-in page does, without opening it. */
async function signIn(page: Page, server: string, { email, password }: Person): Promise<void> {
  const answer = await page.context().request.post('/login/', {
    form: { username: email, password },
    headers: { origin: server },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns what axe-core finds wrong with a page, or with the part of it that a selector names, by all rules or some. */
export async function accessibilityProblems(
  page: Page,
  selector?: string,
  rules?: readonly string[],
): Promise<string[]> {
  // The page's policy allows no foreign script in it; the debugger's scripts are exempt.
  await page.evaluate(axe)
  return page.evaluate(
    async ({ part, only }) => {
      const { axe: checker } = globalThis as unknown as { axe: typeof AxeCore }
      // This rule of WCAG 2.2 is off by default.
      const all = { rules: { 'target-size': { enabled: true } } }
      const { violations } = await checker.run(part ?? document, only ? { runOnly: [...only] } : all)
      // A link in a text of people is as high as its line.
      const isInText = (selected: unknown) =>
        document.querySelector(String(selected))?.closest('.message-html') !== null
      /** Whether a control is only half below a bar that stays when the page is scrolled. */
      const isBelowBar = (found: AxeCore.NodeResult) => {
        const covers = found.any.flatMap(({ id, relatedNodes }) =>
          id === 'target-size' ? (relatedNodes ?? []) : [],
        )
        return (
          covers.length > 0 &&
          covers.every(({ target }) => document.querySelector(String(target[0]))?.closest('.feed-bar'))
        )
      }
      return violations
        .map(({ id, nodes }) => ({
          id,
          nodes:
            id === 'target-size'
              ? nodes.filter((found) => !isInText(found.target[0]) && !isBelowBar(found))
              : nodes,
        }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => {
          const found = nodes.map(({ html, any }) => [html, ...any.map(({ message }) => message)].join(' '))
          return `${id}: ${found.join(' ')}`
        })
    },
    { part: selector, only: rules },
  )
}
