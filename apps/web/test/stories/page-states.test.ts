import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pageSections } from '#screens/organization/page-names.ts'
import { ownPages } from '#screens/settings/settings-pages.ts'
import { stage } from '#test/story.ts'

// Each page of people, channels, settings and the organization, while the network does not answer as it should: it says
// in words what is missing, and has what leads on. It is never blank, and never waits without an end.

const story = stage()
let addresses: readonly string[]

beforeAll(() => {
  const { people, channels } = story.world
  const channel = `channels/${channels.design}/design`
  const person = `user/${people.otto.id}`
  addresses = [
    ...ownPages.map((name) => `settings/${name}`),
    ...pageSections.flatMap(([, pages]) => pages).map((name) => `organization/${name}`),
    ...['profile', 'channels', 'groups', 'manage'].map((tab) => `${person}/${tab}`),
    ...['personal', 'subscribers', 'general', 'permissions'].map((tab) => `${channel}/${tab}`),
    ...['subscribed', 'available', 'all', 'new'].map((tab) => `channels/${tab}`),
    ...['all', 'new'].map((tab) => `groups/${tab}`),
    'invite',
    'moderation',
    'rights/organization/me',
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
  const answer = answerOf(name)
  await page.route('**/json/**', (route) => (isOfPage(route) ? answer(route) : route.continue()))
  return page
}

test.each(ways)('with answers %s no page is blank', { timeout: 180_000 }, async (name) => {
  const page = await openWith(name)
  for (const address of addresses) {
    await goTo(page, address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => saidBy(page), { message: address }).not.toBe('')
  }
})

/** Pages that fetch a list when they are opened. */
const fetching = [
  'settings/uploaded-files',
  'settings/access-tokens',
  'organization/auth-methods',
  'organization/data-exports-admin',
] as const

const loadingNotes = (page: Page) => page.getByRole('main').getByText(/^Loading/)

test.each(fetching)('%s says that it loads', async (address) => {
  const page = await openWith('held back')
  await goTo(page, address)
  await expect.poll(() => loadingNotes(page).count()).toBeGreaterThan(0)
})

test.each(fetching)('%s says that the server failed, and asks again', async (address) => {
  const page = await openWith('refused')
  await goTo(page, address)
  const again = page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.first().waitFor()
  await page.unroute('**/json/**')
  while ((await again.count()) > 0) {
    const before = await again.count()
    await again.first().click()
    await expect.poll(() => again.count()).toBeLessThan(before)
  }
  await expect.poll(() => loadingNotes(page).count()).toBe(0)
})
