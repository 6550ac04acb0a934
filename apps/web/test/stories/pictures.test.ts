import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { phone, stage } from '#test/story.ts'

const story = stage()
const count = 30

const pictureIds: number[] = []

/** Uploads pictures of many sizes and sends each in a message. */
async function sendPictures(): Promise<void> {
  const { otto } = story.world.people
  for (let index = 0; index < count; index++) {
    const size = { width: 200 + ((index * 90) % 1000), height: 120 + ((index * 70) % 500) }
    const create = { ...size, channels: 3, background: { r: 8 * index, g: 120, b: 160 } } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const file = [{ filename: `grey-${index}.png`, contentType: 'image/png', bytes: new Uint8Array(bytes) }]
    const { url } = await otto.call(uploadFile, { file })
    const id = await story.world.send(
      'otto',
      { channel: 'design', topic: 'pictures' },
      `[grey ${index}](${url})`,
    )
    pictureIds.push(id)
  }
}

let sent: Promise<void> | undefined

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)('%s, thirty pictures that load slowly move nothing, and open in the viewer', async (_, size) => {
  await (sent ??= sendPictures())
  const page = await story.open('iris', { path: '/#recent', ...size })
  let letGo = () => {}
  let slow = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/user_uploads/**', async (route) => {
    await slow
    await new Promise((resolve) => setTimeout(resolve, 200))
    await route.continue()
  })
  const first = story.world.channels.design
  const path = `/#narrow/channel/${first}-design/topic/pictures/near/${pictureIds[count / 2]}`
  await page.evaluate((hash) => location.assign(hash), path.slice(1))
  const middle = page.locator(`article[data-id="${pictureIds[count / 2]}"]`)
  await middle.waitFor()
  // Notes each place of the topmost message, in every frame.
  await page.evaluate(() => {
    const { top: edge } = document.querySelector('.messages-scroller')!.getBoundingClientRect()
    const all = [...document.querySelectorAll('article.message')]
    const topmost = all.find((each) => each.getBoundingClientRect().top >= edge)!
    const places: number[] = []
    const note = () => {
      places.push(topmost.getBoundingClientRect().top)
      requestAnimationFrame(note)
    }
    note()
    Object.assign(globalThis, { places })
  })
  letGo()
  slow = Promise.resolve()
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll<HTMLImageElement>('.media img')].filter(
        (each) => each.complete && each.naturalWidth > 0,
      ).length >= 6,
  )
  await page.waitForFunction(() => {
    const { bottom } = document.querySelector('.messages-scroller')!.getBoundingClientRect()
    return [...document.querySelectorAll<HTMLImageElement>('.media img')]
      .filter((each) => Math.abs(each.getBoundingClientRect().top) < bottom)
      .every((each) => each.complete && each.naturalWidth > 0)
  })
  const places = await page.evaluate(() => (globalThis as unknown as { places: number[] }).places)
  expect(Math.max(...places) - Math.min(...places)).toBeLessThan(1)

  const link = middle.locator('a.media')
  if (size === phone) await link.click()
  else {
    await link.focus()
    await page.keyboard.press('v')
  }
  const viewer = page.getByRole('dialog')
  const shown = viewer.locator('.viewer-name')
  await expect.poll(() => shown.textContent()).toBe(`grey ${count / 2}`)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => shown.textContent()).toBe(`grey ${count / 2 + 1}`)
  // Mirrored, the next one stands on the left.
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => shown.textContent()).toBe(`grey ${count / 2}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await link.evaluate((each) => each === document.activeElement)).toBe(true)
})

test('a picture whose file is gone is its name and size, and moves nothing', async () => {
  const { otto } = story.world.people
  const create = { width: 600, height: 300, channels: 3, background: '#1d5a96' } as const
  const bytes = new Uint8Array(await sharp({ create }).png().toBuffer())
  const file = [{ filename: 'sea.png', contentType: 'image/png', bytes }]
  const { url } = await otto.call(uploadFile, { file })
  await story.world.send('otto', { channel: 'design', topic: 'broken picture' }, `[the sea](${url})`)
  story.expectComplaint('status of 404')
  const page = await story.open('iris', { path: '/#recent' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/user_uploads/**', async (route) => {
    await held
    await route.fulfill({ status: 404 })
  })
  await page.evaluate(
    (hash) => location.assign(hash),
    `#narrow/channel/${story.world.channels.design}-design/topic/broken.20picture`,
  )
  const link = page.locator('a.media')
  // Grey until it is there.
  const before = (await link.boundingBox())!
  expect(await link.locator('img').evaluate((each) => getComputedStyle(each).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  )
  letGo()
  await page.getByRole('link', { name: 'the sea 600 × 300' }).waitFor()
  const after = (await link.boundingBox())!
  expect(Math.abs(after.height - before.height)).toBeLessThan(1)
  expect(Math.abs(after.width - before.width)).toBeLessThan(1)
})

test('fingers lead through pictures and enlarge them, and a button leads to the message', async () => {
  await (sent ??= sendPictures())
  const place = `/#narrow/channel/${story.world.channels.design}-design/topic/pictures/near/${pictureIds[15]}`
  const page = await story.open('iris', { path: place, ...phone })
  const link = (index: number) => page.locator(`article[data-id="${pictureIds[index]}"] a.media`)
  await link(15).click()
  const shown = page.locator('.viewer-name')
  await expect.poll(() => shown.textContent()).toBe('grey 15')
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: 300, y: 500 }])
  await touch('touchMove', [{ x: 200, y: 505 }])
  await touch('touchMove', [{ x: 100, y: 510 }])
  await touch('touchEnd', [])
  await expect.poll(() => shown.textContent()).toBe('grey 16')
  const transform = () => page.locator('img.viewer-media').evaluate((each) => each.style.transform)
  expect(await transform()).toContain('scale(1)')
  await touch('touchStart', [
    { x: 150, y: 500 },
    { x: 250, y: 500 },
  ])
  await touch('touchMove', [
    { x: 100, y: 500 },
    { x: 300, y: 500 },
  ])
  await touch('touchEnd', [])
  await expect.poll(transform).toContain('scale(2)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Go to the message' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => link(16).evaluate((each) => each === document.activeElement)).toBe(true)
})

test('an enlarged picture is moved without dragging, by pressing a point and by keys', async () => {
  await (sent ??= sendPictures())
  const place = `/#narrow/channel/${story.world.channels.design}-design/topic/pictures/near/${pictureIds[15]}`
  const page = await story.open('iris', { path: place })
  await page.locator(`article[data-id="${pictureIds[15]}"] a.media`).click()
  const picture = page.locator('img.viewer-media')
  const transform = () => picture.evaluate((each) => each.style.transform)
  const room = (await page.locator('.viewer-stage').boundingBox())!
  const middle = { x: room.x + room.width / 2, y: room.y + room.height / 2 }
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(100)
  // One that fits stays where it is.
  await page.mouse.click(middle.x + 50, middle.y)
  expect(await transform()).toContain('translate(0px')
  await page.keyboard.press('+')
  await page.mouse.click(middle.x + 50, middle.y - 20)
  await expect.poll(transform).toMatch(/^translate\(-50px, 20(\.5)?px\)/)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(transform).toMatch(/^translate\(30px, 20(\.5)?px\)/)
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(transform).toMatch(/^translate\(30px, -(60|59\.5)px\)/)
  await page.keyboard.press('0')
  await expect.poll(transform).toContain('translate(0px')
})

test('a mouse leads to the pictures beside, and its wheel enlarges where it stands', async () => {
  await (sent ??= sendPictures())
  const place = `/#narrow/channel/${story.world.channels.design}-design/topic/pictures/near/${pictureIds[15]}`
  const page = await story.open('iris', { path: place })
  await page.locator(`article[data-id="${pictureIds[15]}"] a.media`).click()
  const shown = page.locator('.viewer-name')
  await page.getByRole('button', { name: 'Next picture' }).click()
  await expect.poll(() => shown.textContent()).toBe('grey 16')
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await expect.poll(() => shown.textContent()).toBe('grey 15')
  const room = (await page.locator('.viewer-stage').boundingBox())!
  await page.mouse.move(room.x + room.width / 2 + 100, room.y + room.height / 2)
  await page.mouse.wheel(0, -400)
  const transform = () => page.locator('img.viewer-media').evaluate((each) => each.style.transform)
  // Enlarged to the 2.7-fold, the point below the pointer stays there: 100 - 271.8.
  await expect.poll(transform).toMatch(/^translate\(-171\.8\d*px, .* scale\(2\.718/)
})
