import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { builtSite, type ServedSite, serveSite } from './built-site.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let browser: Browser
let site: ServedSite
beforeAll(async () => {
  const path = process.env.CHROMIUM ?? '/usr/bin/chromium'
  ;[browser, site] = await Promise.all([
    chromium.launch({ executablePath: path, args: ['--no-sandbox'] }),
    builtSite().then(serveSite),
  ])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

let page: Page
let complaints: string[]
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) complaints.push(`asked ${request.url()}`)
  })
})
afterEach(async () => {
  await page.close()
  if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`)
})

const open = (path: string) => page.goto(`${site.url}${path}`)

test('the search forgives, follows the keyboard and shows the title of the page', async () => {
  await open('/tag/introduction')
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('trubleshootng')
  const first = page.getByRole('option').first()
  await first.waitFor()
  expect(await first.locator('strong').textContent()).toBe('Troubleshooting')
  await page.getByRole('combobox').fill('send message')
  await page.getByRole('option', { name: 'Send a message', exact: false }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  const chosen = page.locator('[role=option][aria-selected=true]')
  const target = await chosen.getAttribute('href')
  await Promise.all([page.waitForURL(`**${target}`), page.keyboard.press('Enter')])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('zzzzqqqq')
  await page.getByText('Nothing was found for “zzzzqqqq”.').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the search finds what is typed with commas and other signs, and marks it', async () => {
  await open('/tag/introduction')
  await page.keyboard.press('/')
  for (const [query, title] of [
    ['Exchange a JSON Web Token for an API key,', 'Exchange a JSON Web Token for an API key'],
    ['(events) [message] \\ ^new$ {#1} a|b / <c>, @d; e~f', ''],
  ] as const) {
    await page.getByRole('combobox').fill(query)
    await page.getByRole('option', { name: title }).first().waitFor()
  }
  await page.getByRole('combobox').fill('zulip_feature_level,')
  const found = page.locator('[role=option] mark', { hasText: 'zulip_feature_level' }).first()
  expect(await found.textContent()).toBe('zulip_feature_level')
})

test('the theme that was chosen stays, and is there before anything is painted', async () => {
  await open('/tag/introduction')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload({ waitUntil: 'commit' })
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(await background()).toBe(dark)
})

test.each(['light', 'dark'] as const)(
  'a picture that is not there yet is no black box in the %s theme',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await open('/')
    const picture = page.locator('.hero img:visible')
    const [width, height, loading] = await Promise.all(
      ['width', 'height', 'loading'].map((name) => picture.getAttribute(name)),
    )
    expect([Number(width) > 100, Number(height) > 100, loading]).toEqual([true, true, 'eager'])
    const background = await picture.evaluate((image) => getComputedStyle(image).background)
    expect(background).toContain('linear-gradient')
    expect(background).not.toContain('rgb(31, 27, 24)')
  },
)

test('the version switch stays on the same page', async () => {
  await open('/tag/security')
  await page.locator('.versions summary').click()
  await page.getByRole('link', { name: 'Development' }).click()
  await page.waitForURL('**/tag/development/security')
  expect(await page.getByRole('note').textContent()).toContain('not released')
  expect(await page.title()).toBe('Security (development) · Tagma')
  await page.getByRole('link', { name: /The same page of/ }).click()
  await page.waitForURL('**/tag/security')
  expect(await page.title()).toBe('Security · Tagma')
})

test('examples change their language together, and the choice is kept', async () => {
  await open('/tag/send-message')
  await page.getByText('Python', { exact: true }).click()
  expect(await page.getByText('import requests').isVisible()).toBe(true)
  await open('/tag/subscribe')
  expect(await page.getByText('import requests').isVisible()).toBe(true)
  expect(await page.getByText('curl "$CHAT_URL').isVisible()).toBe(false)
})

test('on a phone nothing is wider than the screen, and the menu opens and closes', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  const changelogs = sitemap.match(/\/tag\/changelog[^<]*/g) ?? []
  expect(changelogs.length).toBeGreaterThan(1)
  for (const path of [
    '/',
    '/tag/getting-started',
    '/tag/register-queue',
    '/tag/errors',
    ...changelogs,
    '/tag/configuration',
    '/tag/capabilities',
    '/tag/notifications',
    '/tag/development/performance',
    '/tag/crash-safety',
    '/about',
  ]) {
    await open(path)
    const tooWide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.table')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((element) => element.outerHTML.slice(0, 80)),
    )
    expect({ path, tooWide }).toEqual({ path, tooWide: [] })
  }
  await open('/tag/getting-started')
  await page.getByRole('link', { name: 'Menu', exact: true }).click()
  await page.locator('#menu').getByRole('link', { name: 'Troubleshooting' }).click()
  await page.waitForURL('**/tag/troubleshooting')
  expect(await page.locator('#menu').isVisible()).toBe(false)
})

test('without scripts everything can be read and reached', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${site.url}/tag/send-message`)
  expect(await plain.getByText('curl "$CHAT_URL').isVisible()).toBe(true)
  await plain.getByText('Python', { exact: true }).click()
  expect(await plain.getByText('import requests').isVisible()).toBe(true)
  await plain.locator('#menu').getByRole('link', { name: 'Security' }).click()
  expect(await plain.locator('h1').textContent()).toBe('Security')
  await context.close()
})

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)('axe finds nothing amiss in the %s theme at %i px', async (colorScheme, width) => {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  for (const path of [
    '/',
    '/tag/getting-started',
    '/tag/send-message',
    '/tag/errors',
    '/tag/development/first-bot',
    '/releases',
    '/nothing',
  ]) {
    await open(path)
    if (path === '/tag/getting-started') {
      await page.keyboard.press('/')
      await page.getByRole('combobox').fill('backup')
      await page.getByRole('option').first().waitFor()
    }
    // Injected from outside of the page, because its policy forbids other scripts.
    await page.evaluate((await import('node:fs')).readFileSync(axe, 'utf8'))
    const violations = await page.evaluate(async () => {
      const { axe: tool } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: Violation[] }> }
      }
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      return (await tool.run({ runOnly: tags })).violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      )
    })
    expect({ path, violations }).toEqual({ path, violations: [] })
    // Drops the browser's message about the missing page.
    complaints = complaints.filter((text) => !text.includes('404'))
  }
})
