import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { boxOf, headingOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

// On a layout without Latin letters, the place of a key counts. On a Russian keyboard, the letters below have the place of the
// Latin letter in the code.

const story = stage()
const { send, open } = inTopics(story)

/** Presses a key of another layout on an element. */
const pressOn = (on: Locator, key: string, code: string, modifiers: KeyboardEventInit = {}) =>
  on.dispatchEvent('keydown', { key, code, bubbles: true, cancelable: true, ...modifiers })

/** Presses a key of another layout on the element with the focus. */
const press = (page: Page, key: string, code: string, modifiers: KeyboardEventInit = {}) =>
  pressOn(page.locator(':focus'), key, code, modifiers)

test('on a Russian keyboard, letters move in lists and among messages, and format a text', async () => {
  for (const topic of ['place one', 'place two']) await send('otto', topic, `Hello ${topic}`)
  await send('otto', 'place two', 'Hello again')
  const page = await open('mia', 'place two')
  const article = page.getByRole('article')
  await article.nth(1).waitFor()
  await pressOn(article.first(), 'о', 'KeyJ')
  await expect.poll(() => article.nth(1).evaluate((each) => each === document.activeElement)).toBe(true)
  await pressOn(article.nth(1), 'л', 'KeyK')
  await expect.poll(() => article.nth(0).evaluate((each) => each === document.activeElement)).toBe(true)
  const box = boxOf(page, 'place two')
  await box.fill('word')
  await box.selectText()
  await press(page, 'и', 'KeyB', { ctrlKey: true })
  await expect.poll(() => box.inputValue()).toBe('**word**')
  await box.fill('')

  await page.goto(`/#topics/channel/${story.world.channels.design}-design`)
  const rows = page.getByRole('region', { name: 'Conversations' }).locator('a.row')
  await rows.first().getByText('place two').waitFor()
  await rows.first().focus()
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('.row-title')?.textContent)
  await press(page, 'о', 'KeyJ')
  await expect.poll(focused).toBe('place one')
  await press(page, 'л', 'KeyK')
  await expect.poll(focused).toBe('place two')
})

test('on a Russian keyboard, letters turn a picture, and decide on a card', async () => {
  const { otto } = story.world.people
  const create = { width: 300, height: 200, channels: 3, background: '#8d8173' } as const
  const bytes = new Uint8Array(await sharp({ create }).png().toBuffer())
  const file = [{ filename: 'grey.png', contentType: 'image/png', bytes }]
  const { url } = await otto.call(uploadFile, { file })
  await send('otto', 'turned', `[grey](${url})`)
  const page = await open('iris', 'turned')
  await page.getByRole('article').locator('a.media').click()
  const picture = page.locator('img.viewer-media')
  await picture.waitFor()
  await press(page, 'к', 'KeyR')
  await expect.poll(() => picture.evaluate((each) => each.style.transform)).toContain('rotate(90deg)')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  await page.goto('/#catch-up')
  const place = page.getByText(/^1 of \d+$/)
  await place.waitFor()
  await press(page, 'у', 'KeyE')
  await place.waitFor({ state: 'detached' })
  await expect.poll(() => headingOf(page, /./).count()).toBeGreaterThan(0)
})
