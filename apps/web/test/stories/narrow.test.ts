import { expect, test } from 'vitest'
import { inTopics } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

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

test('places fill the screen as its main part, and the bar says that they are open', async () => {
  const page = await story.open('iris', { ...phone, path: '/#places' })
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: 'Analytical Engine' }).waitFor()
  await main.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'design' }).waitFor()
  const tabs = page.locator('nav').filter({ hasText: 'Direct' }).locator('[aria-current="page"]')
  expect(await tabs.allTextContents()).toEqual([expect.stringContaining('Places')])
})

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
