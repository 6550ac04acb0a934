import { expect, test } from 'vitest'
import { headingOf, inTopics } from '#test/in-topics.ts'
import { stage, viewports } from '#test/story.ts'

const story = stage()
const { send, open } = inTopics(story)

test.each([
  ['at a desk', {}],
  ['by touch on a tablet', { viewport: viewports.tablet, hasTouch: true, isMobile: true }],
] as const)('%s, a press on the edge of a column opens a menu for its width', async (_, size) => {
  await send('otto', 'widths', 'Hello')
  const page = await open('iris', 'widths', size)
  const edge = page.getByRole('separator', { name: 'Width of the list' })
  const width = async () => Number(await edge.getAttribute('aria-valuenow'))
  const usual = await width()
  const choose = async (name: string) => {
    // The edge is a line. People press the room around it.
    const { x, y } = (await edge.boundingBox())!
    if ('hasTouch' in size) await page.touchscreen.tap(x + 9, y + 300)
    else await page.mouse.click(x + 2, y + 300)
    await page.getByRole('menu', { name: 'Width of the list' }).waitFor()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Wider')
  await expect.poll(width).toBe(usual + 2)
  await choose('Narrower')
  await choose('Narrower')
  await expect.poll(width).toBe(usual - 2)
  await choose('Usual width')
  await expect.poll(width).toBe(usual)
  await headingOf(page, 'widths').waitFor()
})

test('the edge of a column can still be dragged, which opens no menu, and Enter opens the one of the edge in focus', async () => {
  await send('otto', 'dragged', 'Hello')
  const page = await open('iris', 'dragged')
  const edge = page.getByRole('separator', { name: 'Width of the list' })
  const width = async () => Number(await edge.getAttribute('aria-valuenow'))
  const usual = await width()
  const { x, y: top } = (await edge.boundingBox())!
  const y = top + 300
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 32, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBe(usual + 2)
  expect(await page.getByRole('menu').count()).toBe(0)
  await edge.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Usual width' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(width).toBe(usual)
  await expect.poll(() => edge.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('nothing moves aside while the list beside a page of settings is loaded', async () => {
  const page = await story.open('iris', { path: '/#settings/profile' })
  await page.reload()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.getByRole('link', { name: 'Preferences', exact: true }).waitFor()
  const moved = await page.evaluate(async () => {
    const shifts: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    return shifts.reduce((sum, value) => sum + value, 0)
  })
  expect(moved).toBeLessThan(0.05)
})
