import { settingsPages } from '@tagma/contract/address.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pageSections } from '#screens/organization/page-names.ts'
import { stage } from '#test/story.ts'

// Each page of people, channels, settings and the organization, while the network does not answer as it should: it says
// in words what is missing, and has what leads on. It is never blank, and never waits without an end.

const story = stage()
let addresses: readonly string[]
/** Pages that fetch a list when they are opened. */
let fetching: readonly string[]

beforeAll(async () => {
  const { people, channels } = story.world
  const { user_id: hook } = await people.olive.call(createBot, {
    full_name: 'Looms',
    short_name: 'looms',
    bot_type: botTypes.incomingWebhook,
  })
  const channel = `channels/${channels.design}/design`
  const person = `user/${people.otto.id}`
  addresses = [
    ...settingsPages.map((name) => `settings/${name}`),
    ...pageSections.flatMap(([, pages]) => pages).map((name) => `organization/${name}`),
    ...['profile', 'channels', 'groups', 'manage'].map((tab) => `${person}/${tab}`),
    ...['personal', 'subscribers', 'general', 'permissions'].map((tab) => `${channel}/${tab}`),
    ...['subscribed', 'available', 'all', 'new'].map((tab) => `channels/${tab}`),
    ...['all', 'new'].map((tab) => `groups/${tab}`),
    `bots/${hook}`,
    'invite',
    'moderation',
    'rights/organization/me',
  ]
  fetching = [
    'settings/account-and-privacy',
    'settings/uploaded-files',
    'settings/access-tokens',
    'organization/auth-methods',
    'organization/users/invitations',
    'organization/data-exports-admin',
    `${person}/profile`,
    `${person}/manage`,
    `bots/${hook}`,
    `rights/organization/user-${people.otto.id}`,
  ]
})

/** Asks nothing that keeps the client itself going. */
const isOfPage = (route: Route) =>
  !/\/json\/(events|register|users\/me\/presence|messages\/flags)/.test(route.request().url())

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#${address}`)
}

/** Returns what a page says within its main part, without its headings. */
const saidBy = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const each of copy.querySelectorAll('h1, nav, [aria-hidden=true]')) each.remove()
    return copy.textContent?.trim() ?? ''
  })

const ways = [
  ['held back', () => new Promise<void>(() => {})],
  ['refused', (route: Route) => route.fulfill({ status: 500, body: '{"result":"error","msg":"Broken"}' })],
  ['cut', (route: Route) => route.abort('internetdisconnected')],
] as const

const answerOf = (name: (typeof ways)[number][0]) => new Map(ways).get(name)!

/** Opens the client, and answers what its pages ask from now on in another way. */
async function openWith(name: (typeof ways)[number][0]): Promise<Page> {
  story.expectComplaint(/500|net::ERR_/)
  const page = await story.open('olive', { path: '/#inbox' })
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await answerBy(page, name)
  return page
}

/** Answers what a page asks from now on in another way. */
async function answerBy(page: Page, name: (typeof ways)[number][0]): Promise<void> {
  const answer = answerOf(name)
  await page.route('**/json/**', (route) => (isOfPage(route) ? answer(route) : route.continue()))
}

test.each(ways)('with answers %s no page is blank', { timeout: 180_000 }, async (name) => {
  const page = await openWith(name)
  for (const address of addresses) {
    await goTo(page, address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => saidBy(page), { message: address }).not.toBe('')
  }
})

const loadingNotes = (page: Page) => page.getByRole('main').getByText(/^Loading/)

test('pages that fetch a list say that they load', { timeout: 120_000 }, async () => {
  const page = await openWith('held back')
  for (const address of fetching) {
    await goTo(page, address)
    await expect.poll(() => loadingNotes(page).count(), { message: address }).toBeGreaterThan(0)
  }
})

test('pages that fetch a list say that the server failed, and ask again', { timeout: 180_000 }, async () => {
  const page = await openWith('refused')
  const again = page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Try again' })
  for (const address of fetching) {
    await goTo(page, address)
    await again.first().waitFor()
    await page.unroute('**/json/**')
    while ((await again.count()) > 0) {
      const before = await again.count()
      await again.first().click()
      await expect.poll(() => again.count(), { message: address }).toBeLessThan(before)
    }
    await expect.poll(() => loadingNotes(page).count(), { message: address }).toBe(0)
    await answerBy(page, 'refused')
  }
})

test('without a network every page says what it cannot do', { timeout: 240_000 }, async () => {
  story.expectComplaint(/net::ERR_/)
  const page = await story.open('olive', { path: '/#inbox' })
  const heading = page.getByRole('heading', { level: 1 }).first()
  // The parts of the page come before the network goes: a story has no worker that keeps them.
  for (const address of addresses) {
    await goTo(page, address)
    await heading.waitFor()
    await expect.poll(() => saidBy(page), { message: address }).not.toBe('')
  }
  await goTo(page, 'inbox')
  await page.context().setOffline(true)
  await page.getByText(/^Offline since/).waitFor()
  for (const address of addresses) {
    await goTo(page, address)
    await heading.waitFor()
    await expect.poll(() => saidBy(page), { message: address }).not.toBe('')
    await expect.poll(() => loadingNotes(page).count(), { message: address }).toBe(0)
    await expect.poll(() => page.getByText(/^Offline since/).count(), { message: address }).toBe(1)
    if (fetching.includes(address))
      await page.getByRole('main').getByText('This comes when you are online again.').first().waitFor()
  }
})

test('whoever has no right finds words on every page, and no page asks what they may not', async () => {
  // A call that is refused would be an error in the console, which fails the story.
  const page = await story.open('gus', { path: '/#inbox' })
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  for (const address of addresses) {
    await goTo(page, address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => saidBy(page), { message: address }).not.toBe('')
    await expect.poll(() => loadingNotes(page).count(), { message: address }).toBe(0)
    const alerts = page.getByRole('main').getByRole('alert')
    await expect.poll(() => alerts.allTextContents(), { message: address }).toEqual([])
  }
}, 120_000)
