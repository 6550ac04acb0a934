import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { inTopics } from '#test/in-topics.ts'
import { phone, stage, viewports } from '#test/story.ts'

const story = stage()
const { open, send } = inTopics(story)
const { width, height } = viewports.phone
/** As much as a keyboard leaves. */
const aboveKeyboard = { width, height: height - 336 }

const boxOf = async (part: Locator) => {
  const { x, y, width: across, height: down } = (await part.boundingBox())!
  return { left: x, top: y, right: x + across, bottom: y + down }
}

test.each([
  ['above a keyboard', aboveKeyboard],
  ['on a small phone', { width: 360, height: 640 }],
])(
  '%s, a long text of a new topic leaves its title and Send inside the box and the window',
  async (_, viewport) => {
    const page = await story.open('iris', {
      ...phone,
      viewport,
      path: `/#new/topic/${story.world.channels.design}`,
    })
    await page
      .getByRole('textbox', { name: 'Message #design' })
      .fill(`Emoji picker brings the keyboard\n${'Nobody knows why.\n'.repeat(20)}`)
    await page.locator('.topic-suggestions button').nth(1).waitFor()
    const box = await boxOf(page.locator('.editor'))
    const button = await boxOf(page.getByRole('button', { name: 'Send', exact: true }))
    expect(button.bottom).toBeLessThanOrEqual(box.bottom)
    expect(box.bottom).toBeLessThanOrEqual(viewport.height)
  },
)

test('on a turned phone, the tools stand in one row inside the box, above a keyboard, too', async () => {
  await send('otto', 'turned', 'Hello')
  const page = await open('iris', 'turned', { ...phone, viewport: { width: height, height: width } })
  await page.getByRole('textbox', { name: /^Message #/ }).tap()
  for (const left of [width, width - 200]) {
    await page.setViewportSize({ width: height, height: left })
    const box = await boxOf(page.locator('.editor'))
    const tools = await boxOf(page.getByRole('toolbar'))
    expect(tools.bottom - tools.top).toBeLessThan(60)
    expect((await boxOf(page.getByRole('button', { name: 'Send', exact: true }))).bottom).toBeLessThan(
      box.bottom,
    )
  }
})

test('a menu stays when the keyboard goes, and the choice of emoji brings none', async () => {
  await send('otto', 'thumbs', 'Hello')
  const page = await open('iris', 'thumbs', phone)
  await page.getByRole('textbox', { name: /^Message #/ }).tap()
  await page.setViewportSize(aboveKeyboard)
  await page.keyboard.type('Later')
  await page.getByRole('button', { name: 'Send later' }).tap()
  await page.setViewportSize(viewports.phone)
  await page.getByRole('menuitem').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Emoji', exact: true }).tap()
  const choice = page.getByRole('dialog', { name: 'Emoji' })
  const field = choice.getByRole('combobox')
  await choice.getByRole('option').first().waitFor()
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(false)
  await page.keyboard.type('tada')
  expect(await field.inputValue()).toBe('tada')
})

test('a line that tells what was done leaves the title of the next card in sight', async () => {
  for (const topic of ['first card', 'second card']) await send('otto', topic, 'Read me')
  const page = await story.open('iris', { ...phone, path: '/#catch-up' })
  await page.getByRole('button', { name: 'Done' }).tap()
  const toast = page.locator('.toast')
  await toast.waitFor()
  const { bottom } = await boxOf(page.locator('.catch-up-head').last())
  expect((await boxOf(toast)).top).toBeGreaterThan(bottom)
})
