import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { gifAddress, gifService } from '@tagma/server/test/gif-service.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { articleOf, boxOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, type OpenOptions, phone, schemes, sizes, stage } from '#test/story.ts'

const service = await gifService('tenor')
const story = stage({
  KLIPY_API_KEY: 'a key',
  TAGMA_GIFS_URL: service.url,
  TAGMA_OUTGOING_ALLOW: '127.0.0.1',
})
const { send, open, messagesOf } = inTopics(story)

afterAll(() => service.close())
afterEach(async () => {
  service.answer('usual')
  await story.world.people.olive.call(updateRealm, { gif_rating_policy: 2 })
  await story.world.people.iris.call(updateSettings, { default_language: 'en' })
})

const picture = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** Opens a topic in a browser to which the server gives pictures, as it does if the service has them. */
async function openTopic(topic: string, options: OpenOptions = {}): Promise<Page> {
  await send('otto', topic, 'Hello')
  const page = await open('iris', topic, options)
  await page.route('**/external_content/**', (route) =>
    route.fulfill({ contentType: 'image/gif', body: picture }),
  )
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'GIFs' })
const fieldOf = (page: Page) => dialogOf(page).getByRole('combobox', { name: 'Search GIFs' })
const gifsOf = (page: Page) => dialogOf(page).getByRole('option')
const cat = (page: Page, number: number) =>
  dialogOf(page).getByRole('option', { name: `Dancing cat ${number}`, exact: true })

/** Opens the choice of GIFs: at a desk by its button, on a phone by way of the emoji. */
async function openGifs(page: Page): Promise<void> {
  const tools = page.getByRole('toolbar', { name: 'Formatting' })
  const isPhone = page.viewportSize()!.width < 600
  if (isPhone) {
    await page.getByRole('textbox', { name: /^Message #design/ }).focus()
    await tools.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('dialog', { name: 'Emoji' }).getByRole('button', { name: 'GIFs' }).click()
  } else await tools.getByRole('button', { name: 'GIFs' }).click()
  await fieldOf(page).waitFor()
}

/** The address at the service of the picture that an option shows. */
const shownBy = async (page: Page, number: number) => {
  const path = (await cat(page, number).locator('img').getAttribute('src')) ?? ''
  return Buffer.from(/([0-9a-f]+)(?:\?|$)/.exec(path)?.[1] ?? '', 'hex').toString()
}

test.each(sizes)('%s, a GIF is found by words, and stands in the message', async (name, options) => {
  const topic = `cats ${name}`
  const page = await openTopic(topic, options)
  await boxOf(page, topic).fill('Well done')
  await openGifs(page)
  await cat(page, 1).waitFor()
  await dialogOf(page).getByText('Powered by KLIPY').waitFor()
  await fieldOf(page).fill('cat 42')
  await expect.poll(() => gifsOf(page).count()).toBe(1)
  if (options === phone) await cat(page, 42).tap()
  else await fieldOf(page).press('Enter')
  await dialogOf(page).waitFor({ state: 'detached' })
  const box = boxOf(page, topic)
  const link = `[](${gifAddress(42, 'medium.gif')})`
  expect(await box.inputValue()).toBe(`Well done\n${link}\n`)
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  await box.press('Control+Enter')
  const image = articleOf(page, 'Well done').locator('.message_inline_image img')
  await image.waitFor()
  expect(await image.getAttribute('src')).toMatch(/^\/external_content\//)
  await expect.poll(async () => (await messagesOf('otto', topic)).at(-1)?.content).toContain(link)
})

test('arrows move among the GIFs, Escape leads back to the text', async () => {
  const page = await openTopic('keys')
  await boxOf(page, 'keys').focus()
  await openGifs(page)
  await cat(page, 16).waitFor()
  const field = fieldOf(page)
  const active = () => dialogOf(page).getByRole('option', { selected: true }).getAttribute('aria-label')
  const moves = [
    ['ArrowRight', 'Dancing cat 2'],
    ['ArrowDown', 'Dancing cat 4'],
    ['ArrowLeft', 'Dancing cat 3'],
    ['ArrowUp', 'Dancing cat 1'],
  ] as const
  for (const [key, expected] of moves) {
    await field.press(key)
    await expect.poll(active).toBe(expected)
  }
  await field.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  const box = boxOf(page, 'keys')
  expect(await box.inputValue()).toBe('')
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('the palette puts a GIF into the open conversation', async () => {
  const page = await openTopic('palette')
  await boxOf(page, 'palette').press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await palette.fill('insert a gif')
  await palette.press('Enter')
  await cat(page, 3).click()
  expect(await boxOf(page, 'palette').inputValue()).toBe(`[](${gifAddress(3, 'medium.gif')})\n`)
})

test('further GIFs come while one scrolls, each once', async () => {
  const page = await openTopic('many')
  await openGifs(page)
  await cat(page, 1).waitFor()
  for (const last of [16, 32, 48, 60]) {
    await cat(page, last).waitFor()
    await cat(page, last).scrollIntoViewIfNeeded()
  }
  expect(await gifsOf(page).count()).toBe(60)
})

test('where people want calm, only the GIF under the pointer moves', async () => {
  const page = await openTopic('calm')
  await openGifs(page)
  await cat(page, 5).waitFor()
  expect(await shownBy(page, 5)).toBe(gifAddress(5, 'tiny.png'))
  await cat(page, 5).hover()
  await expect.poll(() => shownBy(page, 5)).toBe(gifAddress(5, 'tiny.gif'))
  await cat(page, 2).hover()
  await expect.poll(() => shownBy(page, 5)).toBe(gifAddress(5, 'tiny.png'))
})

test('otherwise all of them move', async () => {
  const page = await openTopic('lively', { reducedMotion: 'no-preference' })
  await openGifs(page)
  await cat(page, 5).waitFor()
  expect(await shownBy(page, 5)).toBe(gifAddress(5, 'tiny.gif'))
})

test('a service that is down is named, and asked again when one wants that', async () => {
  story.expectComplaint('status of 400')
  const page = await openTopic('down')
  service.answer({ status: 503, body: '' })
  await openGifs(page)
  await dialogOf(page).getByRole('alert').getByText('KLIPY does not answer. Try again in a moment.').waitFor()
  service.answer('usual')
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await cat(page, 1).waitFor()
  expect(await dialogOf(page).getByRole('alert').count()).toBe(0)
})

test('without a connection it says so, and goes on where it was', async () => {
  story.expectComplaint('net::ERR_INTERNET_DISCONNECTED')
  const page = await openTopic('away')
  await openGifs(page)
  await cat(page, 1).waitFor()
  await page.context().setOffline(true)
  await fieldOf(page).fill('cat 7')
  await dialogOf(page).getByRole('alert').getByText('The server did not answer.').waitFor()
  await page.context().setOffline(false)
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => gifsOf(page).count()).toBe(1)
})

test('words that fit no GIF are named', async () => {
  const page = await openTopic('none')
  await openGifs(page)
  await fieldOf(page).fill('zebra')
  await dialogOf(page).getByText('No GIF was found for “zebra”.').waitFor()
  expect(await gifsOf(page).count()).toBe(0)
})

test('an organization that allows no GIFs offers none, at once', async () => {
  const page = await openTopic('forbidden')
  const button = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'GIFs' })
  await button.waitFor()
  await story.world.people.olive.call(updateRealm, { gif_rating_policy: 0 })
  await button.waitFor({ state: 'detached' })
  await boxOf(page, 'forbidden').press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('insert a gif')
  await palette.getByRole('option', { name: /Search messages for/ }).waitFor()
  expect(await palette.getByRole('option', { name: /^Insert a GIF/ }).count()).toBe(0)
})

test('in German, the choice speaks German', async () => {
  await story.world.people.iris.call(updateSettings, { default_language: 'de' })
  const page = await openTopic('deutsch')
  await page.getByRole('button', { name: 'GIFs' }).click()
  const field = page.getByRole('dialog', { name: 'GIFs' }).getByRole('combobox', { name: 'GIFs suchen' })
  await field.fill('Zebra')
  await page.getByText('Für „Zebra“ wurde kein GIF gefunden.').waitFor()
  expect(service.asked.at(-1)?.searchParams.get('locale')).toBe('de')
})

test.each(sizes)('%s, axe finds nothing wrong with the choice', async (name, options) => {
  for (const colorScheme of schemes) {
    const page = await openTopic(`axe ${name} ${colorScheme}`, { ...options, colorScheme })
    await openGifs(page)
    await cat(page, 1).waitFor()
    expect(await accessibilityProblems(page, '.popover')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})
