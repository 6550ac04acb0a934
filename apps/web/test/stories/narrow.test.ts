import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawFinger, pressFinger } from '#test/draw-finger.ts'
import { headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

// The parts of a narrow screen, where one column fills it.

const story = stage()
const { messagesOf, open, send, unreadOf } = inTopics(story)

const openList = () =>
  story.open('iris', { path: `/#topics/channel/${story.world.channels.design}-design`, ...phone })

test('the tools of the box stand in one row, and formats in their menu', async () => {
  const page = await open('iris', 'colors', phone)
  const box = page.getByRole('textbox', { name: 'Message #design > colors' })
  await box.fill('warm')
  const tools = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')
  for (const [width, count] of [
    [390, 6],
    [320, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    const boxes = await Promise.all(
      (await tools.filter({ visible: true }).all()).map((each) => each.boundingBox()),
    )
    expect(new Set(boxes.map((each) => each?.y)).size).toBe(1)
    expect([width, boxes.length]).toEqual([width, count])
  }
  await box.evaluate((element: HTMLTextAreaElement) => element.select())
  await page.getByRole('button', { name: 'More formatting' }).tap()
  await page.getByRole('menuitem', { name: 'Bold' }).tap()
  expect(await box.inputValue()).toBe('**warm**')
})

test('places fill the screen as its main part', async () => {
  const page = await story.open('iris', { ...phone, path: '/#places' })
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: 'Analytical Engine' }).waitFor()
  await main.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'design' }).waitFor()
  await expect.poll(() => currentTabs(page)).toEqual([])
})

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main areas' })
const currentTabs = async (page: Page) =>
  (await barOf(page).locator('[aria-current="page"] .foot-name').allTextContents()).map((text) => text.trim())

test.each([390, 320])(
  'at %d px the bar leads to the inbox, the last list, people and oneself',
  async (width) => {
    const page = await story.open('iris', { ...phone, viewport: { width, height: 700 }, path: '/#inbox' })
    const bar = barOf(page)
    await expect
      .poll(() => bar.locator('.foot-name').allTextContents())
      .toEqual(['Inbox', 'Recent', 'Direct', 'Me'])
    await expect.poll(() => currentTabs(page)).toEqual(['Inbox'])
    await bar.getByRole('link', { name: 'Recent' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Recent' }).waitFor()
    await page.getByRole('link', { name: 'Open the list of places' }).tap()
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'engine' }).tap()
    await page.getByRole('heading', { level: 1, name: 'engine' }).waitFor()
    await expect.poll(() => currentTabs(page)).toEqual(['engine'])
    await bar.getByRole('link', { name: 'Direct' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Direct messages' }).waitFor()
    // The channel is still the last list.
    await bar.getByRole('link', { name: 'engine' }).tap()
    await page.getByRole('heading', { level: 1, name: 'engine' }).waitFor()
    await bar.getByRole('button', { name: 'Me' }).tap()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Your profile' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Iris Okafor' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  },
)

test('a tap on Send leaves the focus in the box, so that the keyboard stays', async () => {
  const page = await open('iris', 'colors', phone)
  const box = page.getByRole('textbox', { name: 'Message #design > colors' })
  await box.tap()
  await box.fill('warm, then')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await page.getByRole('article').filter({ hasText: 'warm, then' }).waitFor()
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  // The message stands far below where one read: it comes into sight, and a button leads back.
  await page.getByRole('button', { name: 'Back to where you were' }).tap()
  await page.getByRole('article').filter({ hasText: 'Grey number 3' }).first().waitFor()
})

test('a row is marked as read by a finger that draws it to the right, and a tap right after opens it', async () => {
  await send('otto', 'drawn', 'Read me by a finger')
  const page = await openList()
  const row = rowOf(page, /^drawn.*1 unread/)
  await row.waitFor()
  // Up and down scrolls, and a little does nothing.
  await drawFinger(page, row, { x: 20, y: 120 })
  await drawFinger(page, row, { x: 40, y: 0 })
  expect(await unreadOf('iris', 'drawn')).toHaveLength(1)
  await drawFinger(page, row, { x: 120, y: 4 })
  await rowOf(page, 'drawn').tap()
  await headingOf(page, 'drawn').waitFor()
  await expect.poll(() => unreadOf('iris', 'drawn')).toEqual([])
})

test('a finger that draws a row to the left opens its menu, where a topic is resolved and opened again', async () => {
  await send('otto', 'aside', 'Is it done?')
  const page = await openList()
  const menu = page.getByRole('menu', { name: 'Conversation actions' })
  await drawFinger(page, rowOf(page, /^aside/), { x: -120, y: 4 })
  // The sheet may cover the row, and says what it is about.
  await menu.getByText('#design > aside').waitFor()
  await menu.getByRole('menuitem', { name: 'Mark as read' }).tap()
  await page.getByText('1 message marked as read').waitFor()
  await rowOf(page, /^aside(?!.*unread)/).waitFor()
  await drawFinger(page, rowOf(page, /^aside/), { x: -120, y: 4 })
  // Nothing of it is unread any more: there is nothing to mark, by the menu or by a finger.
  await menu.getByRole('menuitem', { name: /^Mark as read/, disabled: true }).waitFor()
  await menu.getByRole('menuitem', { name: 'Mark as resolved' }).tap()
  await page.getByText('aside is resolved').waitFor()
  const lift = await pressFinger(page, rowOf(page, /aside/), { x: 120, y: 0 })
  expect(await page.locator('.row[data-swipe]').count()).toBe(0)
  await lift()
  await drawFinger(page, rowOf(page, /aside/), { x: -120, y: 0 })
  await menu.getByRole('menuitem', { name: 'Open again' }).tap()
  await page.getByText('aside is open again').waitFor()
  await rowOf(page, /^aside/).waitFor()
})

test('a finger from the edge goes back from a conversation to its list, and to the places', async () => {
  const page = await openList()
  await rowOf(page, /^colors/).tap()
  await headingOf(page, 'colors').waitFor()
  const back = (way: number) => drawFinger(page, { x: 8, y: 500 }, { x: way, y: 6 })
  await back(40)
  // Not from the edge: this draws a message the way that does nothing.
  await drawFinger(page, { x: 60, y: 500 }, { x: 150, y: 0 })
  await drawFinger(page, { x: 382, y: 500 }, { x: -150, y: 0 })
  await headingOf(page, 'colors').waitFor()
  await back(150)
  await headingOf(page, 'design').waitFor()
  // The same by buttons.
  await rowOf(page, /^logo/).tap()
  await headingOf(page, 'logo').waitFor()
  await page.getByRole('link', { name: 'Back to the list' }).tap()
  await headingOf(page, 'design').waitFor()
  await back(150)
  await headingOf(page, 'Analytical Engine').waitFor()
  // Nothing is behind the places.
  await back(150)
  expect(new URL(page.url()).hash).toBe('#places')
})

test('a finger from the edge closes what lies over a conversation first', async () => {
  const page = await open('iris', 'colors', phone)
  await page.getByRole('button', { name: 'About and people' }).tap()
  const about = page.getByRole('complementary')
  await about.waitFor()
  await drawFinger(page, { x: 8, y: 500 }, { x: 150, y: 0 })
  await expect.poll(() => about.count()).toBe(0)
  await headingOf(page, 'colors').waitFor()
})

test('a finger that rests on Send asks for a time, and sends nothing when it is lifted', async () => {
  await send('otto', 'rested', 'Hello')
  const page = await open('iris', 'rested', phone)
  const box = page.getByRole('textbox', { name: 'Message #design > rested' })
  await box.tap()
  await box.fill('Not now')
  const lift = await pressFinger(page, page.getByRole('button', { name: 'Send', exact: true }), {
    x: 0,
    y: 0,
  })
  const menu = page.getByRole('menu', { name: 'Send later' })
  await menu.waitFor()
  await lift()
  await menu.getByRole('menuitem').first().tap()
  await page.getByRole('status').filter({ hasText: 'Will be sent on' }).waitFor()
  expect(await messagesOf('iris', 'rested')).toHaveLength(1)
})

test('a keyboard that lies over the window leaves the box and the lowest message in sight', async () => {
  const page = await story.open('iris', {
    ...phone,
    path: `/#narrow/channel/${story.world.channels.design}-design/topic/logo`,
  })
  const box = page.getByRole('textbox', { name: 'Message #design > logo' })
  const message = page.getByRole('article').filter({ hasText: 'The logo is round now.' })
  await message.waitFor()
  const foot = async (of: Locator) => {
    const { y, height } = (await of.boundingBox())!
    return y + height
  }
  expect(await foot(box)).toBeGreaterThan(760)
  const cover = (height: number) =>
    page.evaluate((left) => {
      Object.defineProperty(visualViewport, 'height', { get: () => left, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, height)
  // The part that does this comes with a second load.
  await expect
    .poll(async () => {
      await cover(500)
      return foot(box)
    })
    .toBeLessThanOrEqual(500)
  expect(await foot(message)).toBeLessThan(await foot(box))
  await cover(844)
  await expect.poll(() => foot(box)).toBeGreaterThan(760)
})
