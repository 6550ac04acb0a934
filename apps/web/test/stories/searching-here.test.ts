import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, type OpenOptions, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()

const results = (page: Page) => page.getByRole('list', { name: 'Search results' }).getByRole('link')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: true })
const send = (topic: string, content: string) =>
  story.world.send('otto', { channel: 'design', topic }, content)

/** Opens the search, and waits until the device has fetched all that there is. */
async function openFilled(name: PersonName, options: OpenOptions = {}): Promise<Page> {
  const page = await story.open(name, { ...options, path: '/#inbox' })
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  // The worker begins after the first conversation.
  await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(1)
  const filled = page.waitForResponse((answer) => isFilling(answer.url()))
  await page.goto('/#narrow/search/zebra')
  await filled
  return page
}

/** Whether a call fetches messages to be searched here: it asks for those of all conversations. */
const isFilling = (url: string) => new URL(url).searchParams.get('num_before') === '1000'

/** Has the server answer searches only when it is let go. */
async function holdServer(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === '/json/messages' && (url.searchParams.get('narrow') ?? '').includes('search'),
    async (route) => {
      await promise
      await route.fallback()
    },
  )
  return resolve
}

test('what this device has is found before the server answers, stays in its place, and more joins below', async () => {
  await send('ink', 'The turquoise ink is empty')
  const last = await send('paper', 'Turquoise paper came today')
  await send('glue', 'turquoises')
  const page = await openFilled('mia')
  const letGo = await holdServer(page)
  await box(page).fill('turquoise')
  await expect.poll(() => results(page).count()).toBe(3)
  const before = await results(page).allTextContents()
  letGo()
  await page.getByText('3 messages', { exact: true }).waitFor()
  expect(await results(page).allTextContents()).toEqual(before)
  expect(await results(page).locator('mark').allTextContents()).toContain('Turquoise')
  // Events keep it current.
  await story.world.people.otto.call(deleteMessage, { message_id: last })
  await expect.poll(() => results(page).count()).toBe(2)
  await box(page).fill('turquoise in')
  await expect.poll(() => results(page).allTextContents()).toEqual([expect.stringContaining('ink is empty')])
})

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)(
  '%s, what is opened right after typing stays open, and the way back leads to what was typed',
  async (where, size) => {
    const topic = `cupboard ${where}`
    await send(topic, 'The celadon is in the cupboard')
    const page = await openFilled('iris', size)
    // The address follows when one stops typing; nobody stops here.
    await box(page).fill(`celadon ${where}`)
    await results(page).first().click()
    await page.getByRole('heading', { level: 1, name: topic }).waitFor()
    await page.waitForTimeout(600)
    await page.getByRole('article').filter({ hasText: 'The celadon is in the cupboard' }).waitFor()
    await page.goBack()
    await expect.poll(() => box(page).inputValue()).toBe(`celadon ${where}`)
  },
)

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)('%s, the search goes on without a network, and says how far it reached', async (where, size) => {
  story.expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  const topic = `attic ${where}`
  await send(topic, 'The heliotrope is in the attic')
  const page = await openFilled('iris', { ...size, serviceWorkers: 'allow' })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
  await box(page).fill(`heliotrope ${where}`)
  await expect.poll(() => results(page).count()).toBe(1)
  await page.getByText('No connection: this device has 1 message').waitFor()
  await page.getByText(/It looked through 1\d\d messages, back to .*2\d{3}\./).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // A message that was found opens in its conversation, which was never open here.
  await results(page).first().click()
  await page.getByRole('heading', { level: 1, name: topic }).waitFor()
  await page.getByRole('article').filter({ hasText: 'The heliotrope is in the attic' }).waitFor()
  await page.goBack()
  // The device keeps them: a page that begins without a network has them, too.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await page.reload()
  await box(page).waitFor()
  await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(1)
  await box(page).fill(`heliotrope attic`)
  await expect.poll(() => results(page).count()).toBeGreaterThan(0)
  // With a network, the conversation is asked for again.
  await results(page).filter({ hasText: topic }).first().click()
  await page.getByRole('article').filter({ hasText: 'The heliotrope is in the attic' }).waitFor()
  await send(topic, 'Now in the cellar')
  await page.context().setOffline(false)
  await page.getByRole('article').filter({ hasText: 'Now in the cellar' }).waitFor({ timeout: 20_000 })
})

test('whoever wants no messages on the device has none, and the search goes on at the server', async () => {
  await send('last', 'A vermilion door')
  const page = await openFilled('mo')
  await page.goto('/#settings/preferences')
  await page
    .getByRole('combobox', { name: 'Messages kept on this device for searching' })
    .selectOption('None')
  await expect.poll(() => page.workers().length).toBe(0)
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('tagma-search')
  const other = await story.open('mia', { path: '/#narrow/search/vermilion' })
  await expect.poll(() => results(other).count()).toBe(1)
})
