import { expect, test } from 'vitest'
import { boxOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

const story = stage()
const { send, open } = inTopics(story)

test('a tooltip waits for the pointer that goes into it, and stays while it is there', async () => {
  await send('otto', 'tips', 'Hello')
  const page = await open('iris', 'tips')
  await boxOf(page, 'tips').waitFor()
  await page.clock.install()
  const button = page.getByRole('button', { name: 'Bold' })
  const tip = page.getByRole('tooltip')
  await button.hover()
  await page.clock.runFor(600)
  await expect.poll(() => tip.innerText()).toBe('Bold (Ctrl+B)')
  const box = (await tip.boundingBox())!
  // The pointer crosses the gap between the two, over other elements.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
  await page.clock.runFor(5000)
  expect(await tip.innerText()).toBe('Bold (Ctrl+B)')
  await page
    .getByRole('article')
    .first()
    .hover({ position: { x: 300, y: 5 } })
  await page.clock.runFor(300)
  await expect.poll(() => tip.count()).toBe(0)
})

test('a tooltip below the box covers nothing of the text, and the tool is pressed through it', async () => {
  await send('otto', 'tips while writing', 'Hello')
  const page = await open('iris', 'tips while writing')
  const box = boxOf(page, 'tips while writing')
  await box.fill('One line\nand the last one')
  await box.press('Control+a')
  const bold = page.getByRole('button', { name: 'Bold' })
  const { x, y, width, height } = (await bold.boundingBox())!
  // The lower edge of the tool lies under the tooltip.
  await page.mouse.move(x + width / 2, y + height - 2)
  const tip = (await page.getByRole('tooltip').boundingBox())!
  expect(tip.y).toBeGreaterThan(y + height / 2)
  expect(tip.y + tip.height).toBeLessThanOrEqual(page.viewportSize()!.height)
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => box.inputValue()).toBe('**One line\nand the last one**')
})

test('Escape hides a tooltip and does nothing else; what has the focus keeps its own', async () => {
  await send('otto', 'tips by keys', 'Hello')
  const page = await open('iris', 'tips by keys')
  await page.clock.install()
  const bold = page.getByRole('button', { name: 'Bold' })
  const tip = page.getByRole('tooltip')
  // A conversation that a link opens gives the focus to a message.
  await page.locator('article:focus').waitFor()
  await boxOf(page, 'tips by keys').focus()
  const hasFocus = () => bold.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 5 && !(await hasFocus()); presses++) await page.keyboard.press('Tab')
  await expect.poll(() => tip.innerText()).toBe('Bold (Ctrl+B)')
  await page
    .getByRole('article')
    .first()
    .hover({ position: { x: 300, y: 5 } })
  await page.clock.runFor(5000)
  expect(await tip.count()).toBe(1)
  const { hash } = new URL(page.url())
  await page.keyboard.press('Escape')
  await expect.poll(() => tip.count()).toBe(0)
  expect(new URL(page.url()).hash).toBe(hash)
  expect(await hasFocus()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).hash).not.toBe(hash)
})
