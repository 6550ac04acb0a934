import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { stage } from '#test/story.ts'

const story = stage()
const count = 12

/** Uploads pictures of many sizes and sends each in a message. */
async function sendPictures(): Promise<void> {
  const { otto } = story.world.people
  for (let index = 0; index < count; index++) {
    const size = { width: 200 + index * 90, height: 600 - index * 40 }
    const create = { ...size, channels: 3, background: { r: 20 * index, g: 120, b: 160 } } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const file = [{ filename: `grey-${index}.png`, contentType: 'image/png', bytes: new Uint8Array(bytes) }]
    const { url } = await otto.call(uploadFile, { file })
    await story.world.send('otto', { channel: 'design', topic: 'pictures' }, `[grey ${index}](${url})`)
  }
}

const topOf = (page: Page, text: string) =>
  page
    .getByRole('article')
    .filter({ hasText: text })
    .evaluate((each) => each.getBoundingClientRect().top)

test('pictures that load move nothing, and open in the viewer', async () => {
  await sendPictures()
  const page = await story.open('iris', { path: '/' })
  await page.route('**/user_uploads/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    await route.continue()
  })
  await page.goto(`/#narrow/channel/${story.world.channels.design}-design/topic/pictures`)
  await page.getByRole('article').filter({ hasText: 'grey 3' }).waitFor()
  const before = await topOf(page, 'grey 3')
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.media img')]
      .slice(0, 4)
      .every((each) => each.complete && each.naturalWidth > 0),
  )
  expect(Math.abs((await topOf(page, 'grey 3')) - before)).toBeLessThan(1)
  await page.getByRole('article').filter({ hasText: 'grey 1' }).first().focus()
  await page.keyboard.press('v')
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('heading', { name: 'grey 1' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('heading', { name: 'grey 2' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.closest('article')?.textContent)).toContain(
    'grey 1',
  )
})
