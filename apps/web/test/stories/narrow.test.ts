import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

// The parts of a narrow screen, where one column fills it.

const story = stage()
const { open } = inTopics(story)

test('the tools of the box stand in one row, and formats in their menu', async () => {
  const page = await open('iris', 'colors', phone)
  const box = page.getByRole('textbox', { name: 'Message #design > colors' })
  await box.fill('warm')
  const tools = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button')
  for (const [width, count] of [
    [390, 6],
    [320, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    const boxes = await Promise.all(
      (await tools.filter({ visible: true }).all()).map((each) => each.boundingBox()),
    )
    expect(new Set(boxes.map((each) => each?.y)).size).toBe(1)
    expect(boxes.length).toBe(count)
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
