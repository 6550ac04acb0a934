import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, sizes, stage } from '#test/story.ts'
import { makeWorld } from '#test/world.ts'

/** A microphone, and a browser that refuses whoever asks for it. */
const story = stage({}, makeWorld, undefined, undefined, [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream=deny',
])
const { send, open, addressOf } = inTopics(story)

const panelOf = (page: Page) => page.getByRole('group', { name: 'Voice message' })
const problemOf = (page: Page, text: RegExp) => panelOf(page).getByRole('alert').filter({ hasText: text })
const record = (page: Page) =>
  page.getByRole('button', { name: 'Record a voice message', exact: true }).click()

test.each(sizes)('%s, whoever may not use the microphone reads how to allow it', async (name, size) => {
  const topic = `refused ${name}`
  await send('otto', topic, 'Tell me')
  const page = await open('iris', topic, size)
  await record(page)
  await problemOf(page, /^The microphone is not allowed here\. Allow it/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // Allowed meanwhile, it records.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream)
  })
  await panelOf(page).getByRole('button', { name: 'Try again' }).click()
  await panelOf(page).getByRole('timer').waitFor()
  // Nobody speaks for minutes into a microphone that is off.
  await panelOf(page).getByRole('status').filter({ hasText: 'Is the microphone muted?' }).waitFor()
  await panelOf(page).getByRole('button', { name: 'Throw away' }).click()
  await expect.poll(() => panelOf(page).count()).toBe(0)
})

test.each([
  ['a page without https', 'isSecureContext', false, /only to pages with https/],
  ['a browser that cannot record', 'MediaRecorder', undefined, /This browser cannot record/],
  ['the desktop app', 'electron_bridge', {}, /desktop app does not let pages/],
] as const)(
  'in %s it says why nothing is recorded, and offers no further attempt',
  async (_, name, value, text) => {
    await send('otto', 'without', 'Tell me')
    const page = await open('iris', 'colors')
    await page.addInitScript(
      ([key, given]) => {
        const bridge = { send_event: () => true, on_event: () => undefined }
        Object.defineProperty(globalThis, key, { value: typeof given === 'object' ? bridge : given })
      },
      [name, value] as const,
    )
    await page.goto(addressOf('without'))
    await page.reload()
    await record(page)
    await problemOf(page, text).waitFor()
    expect(await panelOf(page).getByRole('button', { name: 'Try again' }).count()).toBe(0)
  },
)

test.each([
  ['NotFoundError', /No microphone was found/],
  ['NotReadableError', /Another program may be using it/],
] as const)('after %s it says what to do', async (error, text) => {
  await send('otto', 'broken', 'Tell me')
  const page = await open('iris', 'broken')
  await page.evaluate((name) => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('No', name)
    }
  }, error)
  await record(page)
  await problemOf(page, text).waitFor()
  expect(await panelOf(page).getByRole('button', { name: 'Try again' }).count()).toBe(1)
})

test('a server that takes no files offers no recording', async () => {
  await send('otto', 'no files', 'Tell me')
  const page = await open('iris', 'colors')
  await page.route('**/json/register', async (route) => {
    const answer = await route.fetch()
    const state = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...state, max_file_upload_size_mib: 0 } })
  })
  await page.evaluate(() => indexedDB.deleteDatabase('tagma'))
  await page.goto(addressOf('no files'))
  await page.reload()
  await boxOf(page, 'no files').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Record a voice message', exact: true }).count())
    .toBe(0)
})
