import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, schemes, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()

/** A transparent picture. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const results = (page: Page) => page.getByRole('list', { name: 'Search results' }).getByRole('link')
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function unreadOf(name: PersonName): Promise<number> {
  const { messages } = await story.world.people[name].call(getMessages, {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'unread', negated: false }],
  })
  return messages.length
}

/** Opens the client, and the search by its key. */
async function search(name: PersonName, text: string): Promise<Page> {
  const page = await story.open(name, { path: '/#inbox' })
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link').first().waitFor()
  await page.keyboard.press('/')
  // Until the box has the focus, letters are commands.
  await page.getByRole('searchbox', { name: 'Search', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
  return page
}

test('a search is typed as words and conditions, and its messages open where they were said, unread', async () => {
  const { world } = story
  const bytes = new Uint8Array(Buffer.from(onePixel, 'base64'))
  const file = [{ filename: 'paper.png', contentType: 'image/png', bytes }]
  const { url } = await world.people.iris.call(uploadFile, { file })
  const stock = { channel: 'square', topic: 'stock' } as const
  await world.send('iris', stock, `The paper samples: **paper** [by the window](${url})`)
  await world.send('iris', stock, 'More paper: https://example.com/a')
  await world.send('otto', stock, 'No paper here')
  const before = await unreadOf('mia')
  const page = await search('mia', 'sender:iris has:image paper')
  await page.keyboard.press('Enter')
  await chip(page, 'from Iris Okafor').waitFor()
  await chip(page, 'with a picture').waitFor()
  await expect.poll(() => results(page).count()).toBe(1)
  expect(await results(page).locator('mark').allTextContents()).toEqual(['paper', 'paper'])
  expect(new URL(page.url()).hash).toContain('sender')
  await results(page).first().click()
  await page.getByRole('heading', { level: 1, name: 'stock' }).waitFor()
  await page.getByRole('article').filter({ hasText: 'The paper samples' }).waitFor()
  expect(await results(page).first().getAttribute('aria-current')).toBe('page')
  // Whoever opens the conversation after her, without a search, has read it: so hers would be read by then, too.
  const unread = await unreadOf('mo')
  await story.open('mo', { path: new URL(page.url()).hash.replace(/^/, '/').replace(/\/near\/.*/, '') })
  await expect.poll(() => unreadOf('mo')).toBeLessThan(unread)
  expect(await unreadOf('mia')).toBe(before)
})

test('a click on a condition turns it over', async () => {
  const { world } = story
  await world.send('iris', { channel: 'design', topic: 'inks' }, 'turquoise one')
  await world.send('otto', { channel: 'design', topic: 'inks' }, 'turquoise two')
  const page = await search('mia', 'turquoise sender:iris ')
  await expect.poll(() => results(page).allTextContents()).toEqual([expect.stringContaining('turquoise one')])
  await chip(page, 'from Iris Okafor').click()
  await chip(page, 'not from Iris Okafor').waitFor()
  await expect.poll(() => results(page).allTextContents()).toEqual([expect.stringContaining('turquoise two')])
})

test('suggestions make conditions without knowing their words', async () => {
  const page = await search('mia', 'otto')
  await page.getByRole('option', { name: 'from Otto Lindqvist' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await chip(page, 'from Otto Lindqvist').waitFor()
  expect(await box(page).inputValue()).toBe('')
  await page.keyboard.press('Backspace')
  await expect.poll(() => chip(page, 'from Otto Lindqvist').count()).toBe(0)
})

test('a message that is sent meanwhile and fits appears at the top', async () => {
  const { world } = story
  await world.send('iris', { channel: 'design', topic: 'birds' }, 'the first heron')
  const page = await search('mia', 'heron')
  await expect.poll(() => results(page).count()).toBe(1)
  await world.send('otto', { channel: 'design', topic: 'birds' }, 'nothing to see')
  await world.send('otto', { channel: 'design', topic: 'birds' }, 'herons, two of them')
  await expect
    .poll(() => results(page).allTextContents())
    .toEqual([expect.stringContaining('herons, two of them'), expect.stringContaining('the first heron')])
})

test('what was written before one joined a channel is found in all public channels', async () => {
  const { world } = story
  await world.send('otto', { channel: 'design', topic: 'birds' }, 'a cormorant dries its wings')
  const page = await search('mo', 'cormorant')
  await expect.poll(() => results(page).count()).toBe(1)
  await page.getByText('Nothing among the messages sent to you. In all public channels: 1 message').waitFor()
  await world.send('otto', { channel: 'square', topic: 'birds' }, 'is a cormorant a raven?')
  await expect
    .poll(() => results(page).allTextContents())
    .toEqual([expect.stringContaining('is a cormorant a raven?')])
  await page.getByRole('button', { name: 'Search all public channels' }).click()
  await chip(page, 'in all public channels').waitFor()
  await expect.poll(() => results(page).count()).toBe(2)
  expect(page.url()).toContain('/channels/public')
})

test('where nothing is found, it says what was searched, and offers fewer conditions', async () => {
  const page = await search('mia', 'unheardof has:image ')
  await page.getByText('Nothing found').waitFor()
  await page.getByText('Searched for: with a picture, “unheardof”').waitFor()
  await page.getByRole('button', { name: 'Without: with a picture' }).click()
  await expect.poll(() => chip(page, 'with a picture').count()).toBe(0)
})

test('a condition that nobody understands says which one and why', async () => {
  const page = await search('mia', 'sender:nobody grey')
  await page.keyboard.press('Enter')
  await chip(page, 'sender:nobody').waitFor()
  expect(await page.getByRole('alert').filter({ hasText: ':' }).textContent()).toContain(
    '“sender:nobody”: no person',
  )
})

test('an address of a search can be shared, and gives everybody their own results', async () => {
  const path = '/#narrow/search/reads'
  const iris = await story.open('iris', { path })
  await expect.poll(() => results(iris).count()).toBe(1)
  const mia = await story.open('mia', { path })
  await mia.getByText('Nothing found').waitFor()
})

test.each(schemes)('axe finds nothing in a search in %s', async (colorScheme) => {
  const page = await story.open('iris', { path: '/#narrow/sender/me/search/grey', colorScheme })
  await results(page).first().waitFor()
  expect(await accessibilityProblems(page, '.search')).toEqual([])
})

test('on a phone, the search fills the window, and Back returns to what was found', async () => {
  const page = await story.open('iris', { ...phone, path: '/#narrow/search/grey' })
  await results(page).first().tap()
  await page.getByRole('heading', { level: 1, name: 'colors' }).waitFor()
  expect(await box(page).isVisible()).toBe(false)
  await page.goBack()
  await box(page).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('in a conversation, Ctrl+F finds words, and Enter leads from one message to the next older one', async () => {
  const path = `/#narrow/channel/${story.world.channels.design}-design/topic/colors`
  const page = await story.open('otto', { path })
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('Control+f')
  const find = page.getByRole('search', { name: 'Find in the conversation' })
  await page.keyboard.type('number 11')
  // Number 11, and 110 to 119; the server finds whole words and their beginnings.
  await expect.poll(() => find.getByRole('status').textContent()).toMatch(/^\d+ found$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => find.getByRole('status').textContent()).toMatch(/^1 of \d+$/)
  const first = new URL(page.url()).hash
  await page.keyboard.press('Enter')
  await expect.poll(() => find.getByRole('status').textContent()).toMatch(/^2 of \d+$/)
  expect(new URL(page.url()).hash).not.toBe(first)
  await page.keyboard.press('Shift+Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe(first)
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('find')?.size ?? 0)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  expect(await find.getByRole('searchbox').count()).toBe(0)
})
