import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, boxOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { accessibilityProblems, type OpenOptions, phone, stage } from '#test/story.ts'

const story = stage()
const { addressOf, messagesOf, open, send, unreadOf } = inTopics(story)

const beside = (page: Page, title: string) => page.getByRole('complementary', { name: title, exact: true })
const main = (page: Page) => page.getByRole('main')
const boxIn = (within: Locator) => within.locator('[data-composer]').getByRole('textbox')
const hasFocus = (within: Locator) => within.evaluate((element) => element.contains(document.activeElement))

/** Opens a topic, and another one beside it by the menu of its row. */
async function openTwo(first: string, second: string, options: OpenOptions = {}): Promise<Page> {
  await send('otto', first, `Begins ${first}`)
  await send('otto', second, `Begins ${second}`)
  const page = await open('iris', first, options)
  await openBeside(page, second)
  return page
}

async function openBeside(page: Page, topic: string): Promise<void> {
  await rowOf(page, topic).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open beside' }).click()
  await beside(page, topic).getByRole('article').first().waitFor()
}

test('two conversations stand side by side, each with a box and a draft of its own', async () => {
  const page = await openTwo('left paper', 'right paper')
  await boxOf(page, 'right paper').fill('To the right')
  await boxOf(page, 'left paper').fill('To the left')
  await boxOf(page, 'right paper').press('Control+Enter')
  await beside(page, 'right paper').getByRole('article').filter({ hasText: 'To the right' }).waitFor()
  expect(await boxOf(page, 'left paper').inputValue()).toBe('To the left')
  await boxOf(page, 'left paper').press('Control+Enter')
  await main(page).getByRole('article').filter({ hasText: 'To the left' }).waitFor()
  await expect
    .poll(async () => (await messagesOf('otto', 'right paper')).map(({ content }) => content))
    .toEqual(['Begins right paper', 'To the right'])
  await expect
    .poll(async () => (await messagesOf('otto', 'left paper')).map(({ content }) => content))
    .toEqual(['Begins left paper', 'To the left'])
})

test.each(['light', 'dark'] as const)(
  'the columns have names, and stand in %s colors',
  async (colorScheme) => {
    const page = await openTwo(`left ${colorScheme}`, `right ${colorScheme}`, { colorScheme })
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([`left ${colorScheme}`])
    const column = beside(page, `right ${colorScheme}`)
    expect(await column.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      `right ${colorScheme}`,
    ])
    expect(await accessibilityProblems(page)).toEqual([])
  },
)

test('a key opens the row with the focus beside, keys act where the ring is, and Escape closes one thing after another', async () => {
  await send('otto', 'by keys', 'First')
  const id = await send('otto', 'beside keys', 'Second')
  const page = await open('iris', 'by keys')
  await rowOf(page, 'beside keys').focus()
  await page.keyboard.press('b')
  const column = beside(page, 'beside keys')
  await expect.poll(() => hasFocus(column)).toBe(true)
  await headingOf(page, 'by keys').waitFor()
  // A key of the conversation: its box, and no other.
  await page.keyboard.press('r')
  await expect.poll(() => hasFocus(column.locator('[data-composer]'))).toBe(true)
  await page.keyboard.type('Kept')
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(column.getByRole('feed'))).toBe(true)
  await page.keyboard.press('Shift+F6')
  await expect.poll(() => hasFocus(main(page))).toBe(true)
  await page.keyboard.press('r')
  await expect.poll(() => hasFocus(main(page).locator('[data-composer]'))).toBe(true)
  await page.keyboard.press('F6')
  await expect.poll(() => hasFocus(column)).toBe(true)
  // A key of one message: that of this column.
  await page.keyboard.press('+')
  await column
    .getByRole('button', { name: /thumbs up|\+1/ })
    .first()
    .waitFor()
  expect(await column.getByRole('article').getAttribute('data-id')).toBe(String(id))
  await page.keyboard.press('Escape')
  await column.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(main(page))).toBe(true)
  await expect.poll(() => rowOf(page, /beside keys.*draft/i).count()).toBe(1)
})

test('the open conversation moves beside, stays over a reload, and comes back to the main column', async () => {
  await send('otto', 'moves beside', 'Look at this')
  const page = await open('iris', 'moves beside')
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Open beside' }).click()
  const column = beside(page, 'moves beside')
  await column.getByRole('article').waitFor()
  expect(await headingOf(page, 'moves beside').count()).toBe(0)
  await rowOf(page, 'logo').click()
  await headingOf(page, 'logo').waitFor()
  await page.reload()
  await headingOf(page, 'logo').waitFor()
  await column.getByRole('article').waitFor()
  await column.getByRole('article').focus()
  await page.keyboard.press('b')
  await headingOf(page, 'moves beside').waitFor()
  await beside(page, 'logo').getByRole('article').first().waitFor()
  await beside(page, 'logo').getByRole('button', { name: 'Open in the main column' }).click()
  await headingOf(page, 'logo').waitFor()
  await column.getByRole('button', { name: 'Open in the main column' }).click()
  await headingOf(page, 'moves beside').waitFor()
  await beside(page, 'logo').getByRole('button', { name: 'Close this conversation' }).click()
  await page.reload()
  await headingOf(page, 'moves beside').waitFor()
  await articleOf(page, 'Look at this').waitFor()
  expect(await beside(page, 'logo').count()).toBe(0)
})

test('a conversation that is opened from beside changes places with the other; places of reading and texts stay', async () => {
  await send('otto', 'changes places', 'Begins changes places')
  for (let count = 1; count <= 80; count++) await send('otto', 'with this', `Line ${count}`)
  const page = await open('iris', 'changes places')
  await openBeside(page, 'with this')
  const column = beside(page, 'with this')
  await column.getByText('Line 30', { exact: true }).scrollIntoViewIfNeeded()
  await boxOf(page, 'with this').fill('Half a sent')
  const at = await column.getByText('Line 30', { exact: true }).boundingBox()
  await rowOf(page, 'with this').click()
  await headingOf(page, 'with this').waitFor()
  await beside(page, 'changes places').getByText('Begins changes places').waitFor()
  expect(await boxOf(page, 'with this').inputValue()).toBe('Half a sent')
  const line = main(page).getByText('Line 30', { exact: true })
  await expect.poll(async () => Math.abs((await line.boundingBox())!.y - at!.y)).toBeLessThan(2)
  await page.goBack()
  await headingOf(page, 'changes places').waitFor()
  await beside(page, 'with this').getByText('Line 30', { exact: true }).waitFor()
})

test('messages beside become read where keys or a wheel are, and not before', async () => {
  const page = await openTwo('read here', 'read there')
  await expect.poll(() => unreadOf('iris', 'read there')).toEqual([])
  await boxOf(page, 'read here').click()
  const id = await send('otto', 'read there', 'Nobody looks')
  await send('otto', 'read here', 'Somebody looks')
  await expect.poll(() => unreadOf('iris', 'read here')).toEqual([])
  expect(await unreadOf('iris', 'read there')).toEqual([id])
  await beside(page, 'read there').hover()
  await page.mouse.wheel(0, 50)
  await expect.poll(() => unreadOf('iris', 'read there')).toEqual([])
})

test('links open in the column that they are in; all else opens in the main column', async () => {
  const page = await openTwo('leads on', 'has links')
  await send('otto', 'led to', 'Here')
  await send('otto', 'has links', 'See #**design>led to** and #**design>leads on**')
  const column = beside(page, 'has links')
  await column.getByRole('link', { name: '#design > led to' }).click()
  await beside(page, 'led to').getByText('Here', { exact: true }).waitFor()
  await headingOf(page, 'leads on').waitFor()
  await beside(page, 'led to').getByRole('link', { name: 'design', exact: true }).click()
  await expect.poll(() => page.url()).toContain('#topics/channel/')
  await headingOf(page, 'leads on').waitFor()
})

test('a column beside leads back to what it showed before', async () => {
  for (const title of ['second leaf', 'third leaf']) await send('otto', title, `Begins ${title}`)
  await send('otto', 'first leaf', 'See #**design>second leaf**')
  await send('otto', 'second leaf', 'See #**design>third leaf**')
  const page = await open('iris', 'logo')
  await openBeside(page, 'first leaf')
  const back = (title: string) => page.getByRole('button', { name: `Back to ${title}` })
  expect(await back('first leaf').count()).toBe(0)
  await beside(page, 'first leaf').getByRole('link', { name: '#design > second leaf' }).click()
  await beside(page, 'second leaf').getByRole('link', { name: '#design > third leaf' }).click()
  expect(await accessibilityProblems(page, '.beside')).toEqual([])
  await back('second leaf').click()
  await back('first leaf').click()
  await beside(page, 'first leaf').getByRole('article').first().waitFor()
  expect(await page.getByRole('button', { name: /^Back to .* leaf/ }).count()).toBe(0)
  await headingOf(page, 'logo').waitFor()
})

test('a conversation beside goes where it is moved, and closes when it ends up in the open one', async () => {
  await send('mia', 'goes off', 'Wanders')
  const page = await openTwo('stays here', 'goes off')
  await boxOf(page, 'goes off').fill('Under way')
  const otto = story.world.people.otto
  const [first] = await messagesOf('otto', 'goes off')
  const move = (topic: string) =>
    otto.call(updateMessage, { message_id: first!.id, topic, propagate_mode: 'change_all' })
  await move('went off')
  await beside(page, 'went off').getByText('Wanders').waitFor()
  await page.getByRole('status').getByText('Otto Lindqvist moved this conversation to went off').waitFor()
  expect(await boxOf(page, 'went off').inputValue()).toBe('Under way')
  await move('stays here')
  await beside(page, 'went off').waitFor({ state: 'detached' })
  await main(page).getByText('Wanders').waitFor()
  expect(await boxOf(page, 'stays here').inputValue()).toBe('Under way')
})

test('a conversation beside closes when the reader may not know its channel any more', async () => {
  const page = await open('iris', 'logo')
  await openBeside(page, 'plans')
  await boxIn(beside(page, 'plans')).fill('For later')
  story.expectComplaint(/400/)
  await story.world.people.olive.call(unsubscribe, {
    subscriptions: ['secret'],
    principals: [story.world.people.iris.id],
  })
  await beside(page, 'plans').waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('plans was closed: you cannot read it any more.').waitFor()
  await page.goto('/#drafts')
  await expect.poll(() => page.getByText('For later').count()).toBeGreaterThan(0)
})

test('a window without room shows one conversation and offers no more; what was written comes back with the room', async () => {
  const page = await openTwo('one of two', 'two of two')
  const mine = await send('iris', 'two of two', 'To be edited')
  const column = beside(page, 'two of two')
  await boxOf(page, 'two of two').fill('Not sent yet')
  await column.locator(`article[data-id="${mine}"]`).focus()
  await page.keyboard.press('e')
  await column.getByRole('textbox', { name: 'Edit message' }).fill('Edited by half')
  await page.setViewportSize({ width: 1100, height: 800 })
  await column.waitFor({ state: 'detached' })
  await rowOf(page, 'two of two').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Open beside' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await rowOf(page, 'colors').focus()
  await page.keyboard.press('b')
  await page.setViewportSize({ width: 1440, height: 900 })
  await column.getByRole('article').first().waitFor()
  expect(await boxOf(page, 'two of two').inputValue()).toBe('Not sent yet')
  await column.locator(`article[data-id="${mine}"]`).focus()
  await page.keyboard.press('e')
  expect(await column.getByRole('textbox', { name: 'Edit message' }).inputValue()).toBe('Edited by half')
  expect(await beside(page, 'colors').count()).toBe(0)
})

test('a wide window has room for three, of which the aside may be one', async () => {
  await send('otto', 'first of three', 'One')
  await send('otto', 'second of three', 'Two')
  await send('otto', 'third of three', 'Three')
  const page = await open('iris', 'first of three', { viewport: { width: 1920, height: 1000 } })
  await openBeside(page, 'second of three')
  await openBeside(page, 'third of three')
  for (const name of ['second of three', 'third of three']) await beside(page, name).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'About and people' }).click()
  await page.getByRole('complementary', { name: 'About' }).waitFor()
  await beside(page, 'third of three').waitFor({ state: 'detached' })
  await beside(page, 'second of three').waitFor()
  await page.getByRole('button', { name: 'About and people' }).click()
  await beside(page, 'third of three').waitFor()
  // A fourth takes the last place.
  await openBeside(page, 'colors')
  expect(await beside(page, 'third of three').count()).toBe(0)
  expect(await beside(page, 'second of three').count()).toBe(1)
})

test('new messages are spoken with the name of the conversation that stands beside', async () => {
  const page = await openTwo('spoken here', 'spoken there')
  await send('otto', 'spoken there', 'Over there')
  await send('otto', 'spoken here', 'Over here')
  const linesOf = (name: string) =>
    page.getByRole('log', { name, exact: true }).locator('p').allTextContents()
  await expect.poll(() => linesOf('Announcements')).toEqual(['Otto Lindqvist: Over here'])
  await expect
    .poll(() => linesOf('Announcements in spoken there'))
    .toEqual(['spoken there, Otto Lindqvist: Over there'])
})

test('what arrives beside moves nothing in the main column, and each holds 300 messages at most', async () => {
  await send('otto', 'much to say', 'Begins')
  const page = await open('mia', 'colors', { path: addressOf('colors', `/near/${story.world.colors[60]}`) })
  await openBeside(page, 'much to say')
  const topmost = main(page).getByText('Grey number 61', { exact: true })
  const before = (await topmost.boundingBox())!.y
  for (let count = 0; count < 30; count++) await send('otto', 'much to say', `Much to say ${count}`)
  await beside(page, 'much to say').getByText('Much to say 29').waitFor()
  expect(Math.abs((await topmost.boundingBox())!.y - before)).toBeLessThan(1)
  for (const part of [main(page), beside(page, 'much to say')])
    expect(await part.getByRole('article').count()).toBeLessThanOrEqual(300)
})

test('the edge of the column moves by keys and by the mouse, and stays where it was put', async () => {
  const page = await openTwo('wide or not', 'narrow or not')
  const edge = page.getByRole('separator', { name: 'Width of the conversation beside' })
  const widthOf = async () => (await beside(page, 'narrow or not').boundingBox())!.width
  const begun = await widthOf()
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(widthOf).toBeGreaterThan(begun)
  const { x, y } = (await edge.boundingBox())!
  await page.mouse.move(x, y + 300)
  await page.mouse.down()
  await page.mouse.move(x + 80, y + 300)
  await page.mouse.up()
  await expect.poll(widthOf).toBeLessThan(begun)
  const moved = await widthOf()
  await page.reload()
  await beside(page, 'narrow or not').getByRole('article').first().waitFor()
  expect(Math.abs((await widthOf()) - moved)).toBeLessThan(1)
})

test('on a phone nothing is offered beside', async () => {
  const page = await open('iris', 'logo', phone)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Open beside' }).count()).toBe(0)
})

test('the palette offers what the column with the keys can do', async () => {
  const page = await openTwo('by palette', 'from palette')
  const chooses = async (name: string) => {
    await page.keyboard.press('Control+K')
    await page.keyboard.type(name)
    await page.getByRole('dialog').getByRole('option', { name }).first().click()
  }
  await beside(page, 'from palette').getByRole('article').focus()
  await chooses('Open this conversation in the main column')
  await headingOf(page, 'from palette').waitFor()
  await beside(page, 'by palette').getByRole('article').waitFor()
  await expect.poll(() => hasFocus(main(page))).toBe(true)
  await beside(page, 'by palette').getByRole('button', { name: 'Close this conversation' }).click()
  await main(page).getByRole('article').focus()
  await chooses('Open this conversation in a second column')
  await beside(page, 'from palette').getByRole('article').waitFor()
})

test('Find looks in the column that it was opened in', async () => {
  const page = await openTwo('found here', 'found there')
  await beside(page, 'found there').getByRole('article').focus()
  await page.keyboard.press('Control+F')
  await page.getByRole('search', { name: 'Find in found there' }).getByRole('searchbox').fill('Begins')
  await page.getByRole('search', { name: 'Find in found there' }).getByText(/^1/).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(beside(page, 'found there').getByRole('feed'))).toBe(true)
})
