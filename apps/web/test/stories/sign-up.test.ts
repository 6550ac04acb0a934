import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { smtpInbox } from '@tagma/server/test/smtp-inbox.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityProblems, phone, stage, viewports } from '#test/story.ts'

// An organization that takes people without an invitation, from the domain of its addresses.

const inbox = await smtpInbox()
const story = stage({ TAGMA_SMTP_URL: inbox.url })

beforeAll(async () => {
  const { olive } = story.world.people
  await olive.call(addRealmDomain, { domain: 'example.com', allow_subdomains: false })
  await olive.call(updateRealm, { invite_required: false, emails_restricted_to_domains: true })
})
afterAll(() => inbox.close())

/** Moves the focus to a link by key. */
async function tabTo(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true })
  const isReached = () => link.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 15 && !(await isReached()); presses++) await page.keyboard.press('Tab')
  expect(await isReached()).toBe(true)
}

/** The link in the newest mail to an address. */
async function linkFor(address: string): Promise<string> {
  const found = () => {
    const mail = inbox.mails.findLast(({ to }) => to.includes(address))
    return /\/register\/\w+/.exec(mail?.source.replaceAll('=\r\n', '') ?? '')?.[0]
  }
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

/** Nothing of a page is outside of the window, and axe finds no fault. */
async function looksRight(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await accessibilityProblems(page)).toEqual([])
}

const texts = {
  en: {
    create: 'Create an account',
    join: 'Join Analytical Engine',
    allowed: 'Addresses at elsewhere.example cannot join Analytical Engine: use one at example.com.',
    check: 'Check your mail',
    make: 'Create account',
    gone: 'This link no longer works',
  },
  de: {
    create: 'Konto anlegen',
    join: 'Analytical Engine beitreten',
    allowed:
      'Mit einer Adresse bei elsewhere.example kann man Analytical Engine nicht beitreten: Nimm eine bei example.com.',
    check: 'Sieh in deine Mails',
    make: 'Konto anlegen',
    gone: 'Dieser Link funktioniert nicht mehr',
  },
} as const

test.each([
  ['at a desk, in English', 'en', { viewport: viewports.desk }, 'nell@example.com'],
  ['on a phone, in German', 'de', { ...phone, locale: 'de-DE' }, 'nora@example.com'],
] as const)('%s, a newcomer makes an account by keys alone', async (_, language, size, email) => {
  // Forms that are refused, and links that were used, have statuses that browsers note.
  story.expectComplaint(/status of 4(?:00|10)/)
  const words = texts[language]
  const { width } = size.viewport ?? viewports.phone
  const page = await story.openSignedOut({ path: '/login/#settings/profile', ...size })
  await looksRight(page, width)
  await tabTo(page, words.create)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { level: 1, name: words.join }).waitFor()
  await looksRight(page, width)
  await page.keyboard.type('nell@elsewhere.example')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(words.allowed).waitFor()
  await looksRight(page, width)
  expect(await page.getByRole('textbox').inputValue()).toBe('nell@elsewhere.example')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: words.check }).waitFor()
  await looksRight(page, width)

  const link = await linkFor(email)
  await page.goto(link)
  await page.getByRole('button', { name: words.make }).waitFor()
  await looksRight(page, width)
  await page.keyboard.type('Nell Okoye')
  await page.keyboard.press('Tab')
  await page.keyboard.type('four words beside the river')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/' && url.hash === '#settings/profile')
  await page.getByRole('main').first().waitFor()

  // The account has the language of the browser.
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: words.gone }).waitFor()
  await looksRight(page, width)
})

test('without script, the pages lead to an account too', async () => {
  const email = 'plain@example.com'
  const page = await story.openSignedOut({ path: '/login/', javaScriptEnabled: false })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor()
  await page.goto(await linkFor(email))
  await page.getByLabel('Your name').fill('Pat Plain')
  await page.getByLabel('Password', { exact: true }).fill('four words beside the river')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const me = await page.context().request.get('/json/users/me')
  expect(await me.json()).toMatchObject({ full_name: 'Pat Plain' })
})
