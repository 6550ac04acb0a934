import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { pressFinger } from '#test/draw-finger.ts'
import { articleOf, boxOf, inTopics, rowOf } from '#test/in-topics.ts'
import { accessibilityProblems, type OpenOptions, phone, sizes, stage } from '#test/story.ts'
import { makeWorld } from '#test/world.ts'

/** A microphone that beeps, and a browser that lets every page have it. */
const story = stage({ TAGMA_MAX_UPLOAD_MIB: '1' }, makeWorld, undefined, undefined, [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
])
const { send, open, addressOf, messagesOf } = inTopics(story)

afterEach(async () => {
  await story.world.people.iris.call(updateSettings, { default_language: 'en' })
})

/** Opens a topic, and remembers each microphone that the page opens. */
async function openWithMicrophone(topic: string, options: OpenOptions = {}): Promise<Page> {
  await send('otto', topic, 'Tell me')
  const page = await open('iris', 'colors', { ...options, permissions: ['notifications', 'microphone'] })
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(globalThis, { tracks })
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await page.goto(addressOf(topic))
  await page.reload()
  await boxOf(page, topic).waitFor()
  return page
}

const microphones = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  )
const panelOf = (page: Page) => page.getByRole('group', { name: 'Voice message' })
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const timeOf = (page: Page) => panelOf(page).getByRole('timer', { name: 'Length' })
const place = (page: Page) => panelOf(page).getByRole('slider', { name: 'Place in the recording' })

/** Waits until a recording has a second of sound. */
async function recorded(page: Page, time = '0:01'): Promise<void> {
  await expect.poll(() => timeOf(page).textContent()).toBe(time)
}

/** Seconds of the sound in the player of an article. */
const lengthOf = (page: Page, topic: string) =>
  page
    .getByRole('article')
    .locator('audio')
    .last()
    .evaluate(
      (sound: HTMLAudioElement) =>
        new Promise<number>((resolve, reject) => {
          const look = () => Number.isNaN(sound.duration) || resolve(sound.duration)
          sound.addEventListener('loadedmetadata', look)
          sound.addEventListener('error', () => reject(new Error(sound.error?.message)))
          look()
        }),
    )
    .catch((error: unknown) => Promise.reject(new Error(`${topic}: ${String(error)}`)))

test.each(sizes)(
  '%s, a voice message is recorded, heard, sent and played by another person',
  async (_, size) => {
    const topic = size === phone ? 'voice by touch' : 'voice'
    const page = await openWithMicrophone(topic, size)
    await boxOf(page, topic).fill('Stays in the box')
    if (size === phone) await buttonOf(page, 'Record a voice message').tap()
    else await buttonOf(page, 'Record a voice message').click()
    await recorded(page)
    await expect.poll(() => panelOf(page).locator('.voice-bar-on').count()).toBeGreaterThan(0)
    expect(await microphones(page)).toEqual(['live'])
    expect(await accessibilityProblems(page)).toEqual([])
    await panelOf(page).getByRole('button', { name: 'Stop' }).click()
    // The microphone is let go before one listens.
    await panelOf(page).getByRole('button', { name: 'Listen' }).waitFor()
    expect(await microphones(page)).toEqual(['ended'])
    expect(await accessibilityProblems(page)).toEqual([])
    await panelOf(page).getByRole('button', { name: 'Listen' }).click()
    await expect.poll(() => place(page).getAttribute('aria-valuetext')).toMatch(/^0:0[1-9] \/ \d:\d\d$/)
    await buttonOf(page, 'Send recording').click()
    await expect.poll(async () => (await messagesOf('iris', topic)).length).toBe(2)
    const [, message] = await messagesOf('iris', topic)
    expect(message?.content).toMatch(
      /^!\[Voice message \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.webm\]\(\/user_uploads\/\S+\.webm\)$/,
    )
    expect(await boxOf(page, topic).inputValue()).toBe('Stays in the box')
    expect(await panelOf(page).count()).toBe(0)

    const other = await open('otto', topic, size)
    const player = other.getByRole('article').getByLabel(/^Sound: Voice message .+\.webm$/)
    await player.waitFor()
    const seconds = await lengthOf(other, topic)
    expect(seconds).toBeGreaterThan(1)
    expect(Number.isFinite(seconds)).toBe(true)
    expect(
      await player.evaluate(
        (sound: HTMLAudioElement) =>
          new Promise((resolve) => {
            sound.addEventListener('seeked', () => resolve(sound.currentTime), { once: true })
            sound.currentTime = 1
          }),
      ),
    ).toBe(1)
    // An arrow goes to another place in the sound, and not to another message.
    await player.focus()
    await other.keyboard.press('ArrowRight')
    expect(await player.evaluate((sound) => document.activeElement === sound)).toBe(true)
    await other.getByRole('link', { name: /^Voice message .+\.webm$/ }).waitFor()
    expect(await accessibilityProblems(other, 'main')).toEqual([])
  },
)

test('keys alone record, hear, throw away, bring back and send', async () => {
  const page = await openWithMicrophone('keys')
  await boxOf(page, 'keys').focus()
  await page.keyboard.press('Alt+r')
  await recorded(page)
  // One writes on meanwhile.
  await page.keyboard.type('And this')
  await page.keyboard.press('Escape')
  await page.getByText('The recording is thrown away.').waitFor()
  expect([await panelOf(page).count(), await microphones(page)]).toEqual([0, ['ended']])
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await panelOf(page).getByRole('button', { name: 'Listen' }).waitFor()
  await boxOf(page, 'keys').focus()
  await page.keyboard.press('Alt+r')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Listen')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect.poll(() => place(page).getAttribute('aria-valuetext')).toMatch(/^(0:0\d) \/ \1$/)
  for (const name of ['Throw away', 'Put into the text', 'Send recording']) {
    await page.keyboard.press('Tab')
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent),
      )
      .toBe(name)
  }
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await messagesOf('iris', 'keys')).length).toBe(2)
  expect(await boxOf(page, 'keys').inputValue()).toBe('And this')
})

test('on a phone, a finger records as long as it rests, and throws away when it is drawn aside', async () => {
  const page = await openWithMicrophone('held', phone)
  const button = buttonOf(page, 'Record a voice message')
  const lift = await pressFinger(page, button, { x: 0, y: 0 })
  await recorded(page)
  await panelOf(page).getByText('Slide away to throw it away').waitFor()
  await lift()
  await panelOf(page).getByRole('button', { name: 'Listen' }).waitFor()
  await panelOf(page).getByRole('button', { name: 'Throw away' }).tap()
  await expect.poll(() => panelOf(page).count()).toBe(0)
  await page.getByRole('status').getByRole('button', { name: 'Close' }).tap()
  const { x, y } = (await button.boundingBox())!
  const away = await pressFinger(page, { x: x + 10, y: y + 10 }, { x: 0, y: 0 })
  await recorded(page)
  await away()
  await panelOf(page).getByRole('button', { name: 'Throw away' }).tap()
  await page.getByRole('status').getByRole('button', { name: 'Close' }).tap()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + 10 - at, y: y + 10 }],
    })
  await touch('touchStart', 0)
  await recorded(page)
  await touch('touchMove', 100)
  await panelOf(page).getByText('Lift to throw it away').waitFor()
  await touch('touchEnd', 100)
  await page.getByText('The recording is thrown away.').waitFor()
  expect([await panelOf(page).count(), await microphones(page)]).toEqual([0, ['ended', 'ended', 'ended']])
})

test('a recording ends when one leaves its conversation, and waits there over a reload', async () => {
  const page = await openWithMicrophone('left')
  await buttonOf(page, 'Record a voice message').click()
  await recorded(page)
  await page.goto(addressOf('logo'))
  await page.getByText('The recording waits in #design > left.').waitFor()
  expect(await microphones(page)).toEqual(['ended'])
  await rowOf(page, /left.*Draft/).waitFor()
  await page.reload()
  await page.goto(addressOf('left'))
  await panelOf(page)
    .getByText(/^0:00 \/ 0:0[1-9]$/)
    .waitFor()
  await panelOf(page).getByRole('button', { name: 'Put into the text' }).click()
  await expect
    .poll(() => boxOf(page, 'left').inputValue())
    .toMatch(/^!\[Voice message .+\.webm\]\(\/user_uploads\/\S+\)\s*$/)
  await boxOf(page, 'left').press('Control+Enter')
  await expect.poll(async () => (await messagesOf('iris', 'left')).length).toBe(2)
})

test('on a phone, nothing is recorded behind the list: going back ends it', async () => {
  const page = await openWithMicrophone('behind', phone)
  await buttonOf(page, 'Record a voice message').tap()
  await recorded(page)
  await page.getByRole('link', { name: 'Back' }).tap()
  await page.getByText('The recording waits in #design > behind.').waitFor()
  expect(await microphones(page)).toEqual(['ended'])
  await page.getByRole('status').getByRole('button', { name: 'Open' }).tap()
  await panelOf(page).getByRole('button', { name: 'Listen' }).waitFor()
})

test('a page that ends while it records leaves what was recorded to the next one', async () => {
  const page = await openWithMicrophone('ended')
  await buttonOf(page, 'Record a voice message').click()
  await recorded(page, '0:03')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await panelOf(page).getByText('It ended when you left.').waitFor()
  await panelOf(page).getByRole('button', { name: 'Listen' }).click()
  await expect.poll(() => place(page).getAttribute('aria-valuetext')).toMatch(/^0:0[1-9] /)
})

test('without network a recording waits over a reload, and arrives once', async () => {
  story.expectComplaint(/net::ERR_/)
  const page = await openWithMicrophone('offline')
  let isCut = true
  await page.route('**/json/user_uploads', (route) =>
    isCut ? route.abort('internetdisconnected') : route.fallback(),
  )
  await buttonOf(page, 'Record a voice message').click()
  await recorded(page)
  await buttonOf(page, 'Stop recording').click()
  await buttonOf(page, 'Send recording').click()
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByText(/^Voice message/).waitFor()
  // The text need not wait for it.
  await boxOf(page, 'offline').fill('I said something')
  await boxOf(page, 'offline').press('Control+Enter')
  await expect.poll(async () => (await messagesOf('iris', 'offline')).length).toBe(2)
  await page.reload()
  await files.getByText(/^Voice message/).waitFor()
  isCut = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await messagesOf('iris', 'offline')).length).toBe(3)
  await expect.poll(() => files.count()).toBe(0)
  await articleOf(page, '.webm')
    .getByLabel(/^Sound: /)
    .waitFor()
})

test('a recording that the server refuses stays, to be saved or sent again', async () => {
  story.expectComplaint(/status of 413/)
  const page = await openWithMicrophone('refused')
  let isFull = true
  await page.route('**/json/user_uploads', (route) =>
    isFull
      ? route.fulfill({ status: 413, json: { result: 'error', code: 'X', msg: 'There is no room left.' } })
      : route.fallback(),
  )
  await buttonOf(page, 'Record a voice message').click()
  await recorded(page)
  await buttonOf(page, 'Stop recording').click()
  await buttonOf(page, 'Send recording').click()
  await page.getByRole('alert').filter({ hasText: 'There is no room left.' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Save Voice message/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Voice message .+\.webm$/)
  isFull = false
  await page.getByRole('button', { name: /^Try Voice message .+ again$/ }).click()
  await expect.poll(async () => (await messagesOf('iris', 'refused')).length).toBe(2)
})

test('where the room for a file runs out it is said before, and the recording ends by itself', async () => {
  const page = await openWithMicrophone('long')
  // A recorder that writes much.
  await page.addInitScript(() => {
    const Recorder = MediaRecorder
    Object.assign(globalThis, {
      MediaRecorder: class extends Recorder {
        constructor(stream: MediaStream, options: MediaRecorderOptions) {
          super(stream, options)
          this.addEventListener('dataavailable', (event) =>
            Object.defineProperty(event, 'data', { value: new Blob([event.data, new Uint8Array(200_000)]) }),
          )
        }
      },
    })
  })
  await page.reload()
  await buttonOf(page, 'Record a voice message').click()
  await panelOf(page)
    .getByText(/^Room for 0:\d0 more$/)
    .waitFor()
  await panelOf(page).getByText('It ended here: files may not be larger.').waitFor()
  expect(await microphones(page)).toEqual(['ended'])
})

test('in German, the words of recording are German', async () => {
  await story.world.people.iris.call(updateSettings, { default_language: 'de' })
  await send('otto', 'deutsch', 'Hallo')
  const page = await open('iris', 'deutsch', { permissions: ['notifications', 'microphone'] })
  await buttonOf(page, 'Sprachnachricht aufnehmen').click()
  // A recording without sound cannot be sent.
  await expect.poll(() => page.getByRole('timer').textContent()).toBe('0:01')
  await buttonOf(page, 'Beenden').click()
  await buttonOf(page, 'Aufnahme senden').click()
  await expect
    .poll(async () => (await messagesOf('iris', 'deutsch')).at(-1)?.content)
    .toMatch(/^!\[Sprachnachricht .+\.webm\]/)
})
