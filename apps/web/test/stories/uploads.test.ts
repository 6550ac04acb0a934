import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { articleOf, boxOf, inTopics } from '#test/in-topics.ts'
import { makeVideo } from '#test/make-video.ts'
import { pathsOf } from '#test/paths-of.ts'
import { phone, sizes, stage, widths } from '#test/story.ts'

const story = stage({ TAGMA_MAX_UPLOAD_MIB: '25' })
const { send, open, addressOf, messagesOf } = inTopics(story)

const mib = 1024 * 1024
const seconds = 10
const filmBytes = 20 * mib

interface GivenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A picture, a film of 20 MiB, and numbers. */
async function threeFiles(): Promise<readonly [GivenFile, GivenFile, GivenFile]> {
  const create = { width: 300, height: 200, channels: 3, background: { r: 120, g: 90, b: 60 } } as const
  return [
    { name: 'grey.png', mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() },
    {
      name: 'film.webm',
      mimeType: 'video/webm',
      buffer: await makeVideo(seconds, filmBytes / seconds - 1000),
    },
    { name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from('grey,warm\n1,2\n') },
  ]
}

/** Drops files on the conversation, as from a folder. */
async function drop(page: Page, files: readonly GivenFile[]): Promise<void> {
  const packed = files.map(({ buffer, ...file }) => ({ ...file, gzip: gzipSync(buffer).toString('base64') }))
  await page.getByRole('main').evaluate(async (main, all) => {
    const data = new DataTransfer()
    for (const { name, mimeType, gzip } of all) {
      const bytes = Uint8Array.from(atob(gzip), (each) => each.codePointAt(0)!)
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
      data.items.add(new File([await new Response(stream).blob()], name, { type: mimeType }))
    }
    for (const name of ['dragover', 'drop'])
      main.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }))
  }, packed)
}

/** Chooses files for the box of a topic. On a phone its tools appear with the focus. */
async function choose(page: Page, topic: string, files: readonly GivenFile[]): Promise<void> {
  await boxOf(page, topic).focus()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ])
  await chooser.setFiles(pathsOf(files))
}

/** Counts the calls of an upload in pieces, and lets as many pieces through as `limit` says. */
async function watchPieces(page: Page) {
  const calls = { begun: 0, asked: 0, taken: [] as number[], limit: Number.POSITIVE_INFINITY }
  await page.route('**/json/**', async (route) => {
    const request = route.request()
    const isUpload = request.url().includes('/json/tus')
    const isCut = calls.taken.length >= calls.limit
    if (isCut) return route.abort('internetdisconnected')
    if (isUpload && request.method() === 'POST') calls.begun++
    if (isUpload && request.method() === 'HEAD') calls.asked++
    if (isUpload && request.method() === 'PATCH') {
      const answer = await route.fetch()
      calls.taken.push(Number(request.headers()['upload-offset']))
      return route.fulfill({ response: answer })
    }
    return route.fallback()
  })
  return calls
}

const offsets = Array.from({ length: 20 }, (_, piece) => piece * mib)

test.each(sizes)(
  '%s, three files go on where the network was lost, sending waits, and the other one sees and plays them',
  async (_, size) => {
    const topic = size === phone ? 'files by touch' : 'files'
    story.expectComplaint(/net::ERR_/)
    await send('otto', topic, 'Send me the files')
    const files = await threeFiles()
    const page = await open('iris', topic, size)
    const calls = await watchPieces(page)
    calls.limit = 10
    await boxOf(page, topic).fill('Here they are:')
    await (size === phone ? choose(page, topic, files) : drop(page, files))
    const progress = page.getByRole('progressbar', { name: 'film.webm' })
    await expect.poll(() => progress.getAttribute('value')).toBe(String(10 * mib))
    // Nothing more arrives, and the message waits for its files.
    const sendButton = page.getByRole('button', { name: 'Send', exact: true })
    expect(await sendButton.isDisabled()).toBe(true)
    await boxOf(page, topic).press('Control+Enter')
    expect(await boxOf(page, topic).inputValue()).toContain('Here they are:')
    expect(await messagesOf('iris', topic)).toHaveLength(1)
    calls.limit = Number.POSITIVE_INFINITY
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => sendButton.isEnabled()).toBe(true)
    // Every piece went once, to one place.
    expect(calls.taken).toEqual(offsets)
    expect(calls.begun).toBe(1)
    expect(await boxOf(page, topic).inputValue()).toMatch(
      /^Here they are:\n\[[\w.]+\]\(\/user_uploads\/\S+\)\n\[[\w.]+\]\(\/user_uploads\/\S+\)\n\[[\w.]+\]\(\/user_uploads\/\S+\)\s*$/,
    )
    await sendButton.click()
    await expect.poll(async () => (await messagesOf('iris', topic)).length).toBe(2)

    const other = await open('otto', topic, size)
    const article = articleOf(other, 'Here they are:')
    const picture = article.getByRole('link', { name: /grey\.png/ }).locator('img')
    await expect
      .poll(() => picture.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0))
      .toBe(true)
    if (size === phone) await article.getByRole('button', { name: 'Show more' }).click()
    await article.getByRole('link', { name: 'Video: film.webm' }).click()
    const film = other.getByRole('dialog').locator('video')
    await expect.poll(() => film.evaluate((each: HTMLVideoElement) => each.duration)).toBe(seconds)
    for (const second of [seconds - 2, 1]) expect(await film.evaluate(seekTo, second)).toBe(second)
    await other.keyboard.press('Escape')
    const [download] = await Promise.all([
      other.waitForEvent('download'),
      article.getByRole('link', { name: 'numbers.csv' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('numbers.csv')
    expect(await readFile(await download.path())).toEqual(files[2].buffer)
  },
)

/** Goes to a second of a film, and returns where it stands when the picture is there. */
const seekTo = (film: HTMLVideoElement, second: number) =>
  new Promise<number>((resolve, reject) => {
    film.addEventListener('seeked', () => resolve(film.currentTime), { once: true })
    film.addEventListener('error', () => reject(new Error(film.error?.message)), { once: true })
    film.pause()
    film.currentTime = second
  })

test.each(widths)('%s, an upload goes on after a reload of the page', async (_, size) => {
  const topic = size === phone ? 'reloads by touch' : 'reloads'
  story.expectComplaint(/net::ERR_/)
  await send('otto', topic, 'Hello')
  const page = await open('iris', topic, size)
  const calls = await watchPieces(page)
  calls.limit = 7
  const [, film] = await threeFiles()
  await choose(page, topic, [film])
  const progress = page.getByRole('progressbar', { name: 'film.webm' })
  await expect.poll(() => progress.getAttribute('value')).toBe(String(7 * mib))
  calls.limit = Number.POSITIVE_INFINITY
  await page.goto(addressOf('logo'))
  await page.reload()
  await page.goto(addressOf(topic))
  await expect
    .poll(() => boxOf(page, topic).inputValue())
    .toMatch(/^\[film\.webm\]\(\/user_uploads\/\S+\)\s*$/)
  expect(calls).toMatchObject({ begun: 1, taken: offsets })
  expect(calls.asked).toBeGreaterThanOrEqual(1)
})

test.each(widths)('%s, a file that is too large is refused before a byte of it leaves', async (_, size) => {
  const topic = size === phone ? 'too large by touch' : 'too large'
  await send('otto', topic, 'Hello')
  const page = await open('iris', topic, size)
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/(tus|user_uploads)/.test(request.url())) sent.push(`${request.method()} ${request.url()}`)
  })
  const film = { name: 'film.webm', mimeType: 'video/webm', buffer: Buffer.alloc(25 * mib + 1) }
  await (size === phone ? choose(page, topic, [film]) : drop(page, [film]))
  await page
    .getByRole('alert')
    .filter({ hasText: 'film.webm is too large: files may have 25 MiB at most.' })
    .waitFor()
  expect(await page.getByRole('progressbar').count()).toBe(0)
  await boxOf(page, topic).fill('Without the film')
  await boxOf(page, topic).press('Control+Enter')
  await expect.poll(async () => (await messagesOf('iris', topic)).length).toBe(2)
  expect(sent).toEqual([])
})

test('on a phone a picture is taken by a button of its own, which a desk does not have', async () => {
  await send('otto', 'camera', 'Show me')
  const desk = await open('iris', 'camera')
  await boxOf(desk, 'camera').focus()
  expect(await desk.getByRole('button', { name: 'Take a picture' }).count()).toBe(0)
  const page = await open('iris', 'camera', phone)
  await boxOf(page, 'camera').focus()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Take a picture' }).tap(),
  ])
  expect(await chooser.element().getAttribute('capture')).toBe('environment')
  const [picture] = await threeFiles()
  await chooser.setFiles(picture)
  await expect.poll(() => boxOf(page, 'camera').inputValue()).toMatch(/\/user_uploads\/\S+grey\.png\)/)
})

test('a picture is shown from memory as soon as its message is sent, until its thumbnail is there', async () => {
  await send('otto', 'remembered', 'Show me')
  const page = await open('iris', 'remembered')
  const hold = async (address: string | RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const letSend = await hold(/\/json\/messages$/)
  const letLoad = await hold('**/user_uploads/thumbnail/**')
  const [picture] = await threeFiles()
  await choose(page, 'remembered', [picture])
  await expect.poll(() => boxOf(page, 'remembered').inputValue()).toContain('/user_uploads/')
  await boxOf(page, 'remembered').press('Control+Enter')
  const image = page.getByRole('article', { description: /Sending/ }).locator('a.media img')
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.src)).toMatch(/^blob:/)
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(300)
  letSend()
  const shown = articleOf(page, 'grey.png').locator('a.media img')
  await expect
    .poll(() => shown.evaluate((each: HTMLImageElement) => each.src))
    .toContain('/user_uploads/thumbnail/')
  expect(await shown.evaluate((each: HTMLImageElement) => each.style.backgroundImage)).toContain('blob:')
  letLoad()
  await expect.poll(() => shown.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  await expect.poll(() => shown.evaluate((each: HTMLImageElement) => each.style.backgroundImage)).toBe('')
})

test('the preview shows a picture that only the server knows', async () => {
  await send('otto', 'previews', 'Hello')
  const page = await open('iris', 'previews')
  const [picture] = await threeFiles()
  await choose(page, 'previews', [picture])
  await expect.poll(() => boxOf(page, 'previews').inputValue()).toContain('/user_uploads/')
  await boxOf(page, 'previews').press('Alt+p')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => boxOf(page, 'previews').inputValue()).toContain('/user_uploads/')
})
