import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

const story = stage()
const { addressOf, send } = inTopics(story)

/** A notification that a page asked its browser for. */
interface Asked {
  readonly title: string
  readonly body: string
  isClosed: boolean
  click(): void
}

/** Notes what pages ask for, in place of a screen and loudspeakers that a browser without a window does not have. */
const noteTelling = (context: BrowserContext, permission: NotificationPermission) =>
  context.addInitScript((granted) => {
    const noted = { shown: [] as Asked[], tones: 0, requests: 0 }
    class Noted extends EventTarget implements Asked {
      static permission = granted
      static async requestPermission() {
        noted.requests++
        return (Noted.permission = 'granted')
      }
      readonly title: string
      readonly body: string
      isClosed = false
      constructor(title: string, { body = '' }: NotificationOptions) {
        super()
        this.title = title
        this.body = body
        noted.shown.push(this)
      }
      click() {
        this.dispatchEvent(new Event('click'))
      }
      close() {
        this.isClosed = true
      }
    }
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (...when: [number?]) {
      noted.tones++
      start.apply(this, when)
    }
    Object.assign(globalThis, { Notification: Noted, noted })
  }, permission)

const notedBy = (page: Page) =>
  page.evaluate(() => {
    const { shown, tones, requests } = (
      globalThis as unknown as { noted: { shown: Asked[]; tones: number; requests: number } }
    ).noted
    return {
      shown: shown.map(({ title, body, isClosed }) => [title, body, isClosed ? 'closed' : 'open']),
      tones,
      requests,
    }
  })

/** Everything that two pages of a browser asked for. */
async function notedByAll(pages: readonly Page[]) {
  const noted = await Promise.all(pages.map(notedBy))
  return {
    shown: noted.flatMap(({ shown }) => shown),
    pagesWithTones: noted.filter(({ tones }) => tones > 0).length,
  }
}

/**
 * Opens an address, and waits until the page tells of messages: it says that its conversation is watched, as so many pages
 * of the browser do then.
 */
async function openTelling(page: Page, address: string, count = 1): Promise<void> {
  await page.bringToFront()
  // The page begins again, with the notes of its telling.
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('Shift')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { held } = await navigator.locks.query()
        return held?.filter(({ name }) => name?.startsWith('tagma watching ')).length
      }),
    )
    .toBe(count)
}

const loseFocus = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })

test('Iris is told of messages once over two tabs, by title and icon too; a click opens it, reading elsewhere takes it back', async () => {
  await send('otto', 'told', 'Before all')
  const page = await story.open('iris', { path: '/#recent' })
  await noteTelling(page.context(), 'granted')
  const other = await page.context().newPage()
  const pages = [page, other]
  for (const [index, each] of pages.entries()) await openTelling(each, addressOf('told'), index + 1)
  // The conversation is in front of somebody.
  await send('mia', 'told', '@**Iris Okafor** do you see this?')
  for (const each of pages) await articleOf(each, 'do you see this?').waitFor()
  expect(await notedByAll(pages)).toEqual({ shown: [], pagesWithTones: 0 })

  for (const each of pages) await loseFocus(each)
  await story.world.send('otto', ['iris'], 'Warm **grey**?')
  await expect
    .poll(() => notedByAll(pages))
    .toEqual({ shown: [['Otto Lindqvist', 'Warm grey?', 'open']], pagesWithTones: 1 })
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) told – design – Analytical Engine$/)
  expect(await page.locator('link[rel="icon"]').getAttribute('href')).toContain('/favicon-pms')

  await send('mia', 'told', '@**Iris Okafor** and now?')
  await expect
    .poll(async () => (await notedByAll(pages)).shown.map(([title]) => title))
    .toContain('Mia Sato in #design > told')
  await story.world.people.iris.call(markAllAsRead, {})
  await expect
    .poll(async () => (await notedByAll(pages)).shown.map(([, , state]) => state))
    .toEqual(['closed', 'closed'])

  await story.world.send('otto', ['iris'], 'Or a cold one?')
  await expect.poll(async () => (await notedByAll(pages)).shown.length).toBe(3)
  const teller = (await notedBy(page)).shown.length > 0 ? page : other
  await teller.evaluate(() => {
    ;(globalThis as unknown as { noted: { shown: Asked[] } }).noted.shown.at(-1)?.click()
  })
  await articleOf(teller, 'Or a cold one?').waitFor()
})

test('notifications are offered by the first message that would have used them, and the settings act at once', async () => {
  await send('otto', 'asked for', 'Before all')
  const page = await story.open('mia', { path: '/#recent' })
  await noteTelling(page.context(), 'default')
  await openTelling(page, addressOf('asked for'))
  await story.world.send('otto', ['mia'], 'Nobody shows this')
  expect((await notedBy(page)).requests).toBe(0)
  await page.getByRole('button', { name: 'Allow notifications' }).click()
  await expect.poll(async () => (await notedBy(page)).requests).toBe(1)

  await page.goto('/#settings/notifications')
  await page.getByText('This browser shows notifications while a tab of this page is open.').waitFor()
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('switch', { name: 'Show the text of direct messages' }).uncheck()
  await page.getByText('Undo').first().waitFor()
  await story.world.send('otto', ['mia'], 'A secret')
  await expect
    .poll(async () => (await notedBy(page)).shown.at(-1))
    .toEqual(['Otto Lindqvist', 'A direct message', 'open'])

  await page.getByRole('combobox', { name: 'Do not disturb' }).selectOption('For an hour')
  const before = (await notedBy(page)).shown.length
  await story.world.send('iris', ['mia'], 'In peace')
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /Iris Okafor/ })
    .waitFor()
  await page.getByRole('combobox', { name: 'Do not disturb' }).selectOption('Off')
  await story.world.send('otto', ['mia'], 'Again')
  await expect
    .poll(async () => (await notedBy(page)).shown.slice(before))
    .toEqual([['Otto Lindqvist', 'A direct message', 'open']])
})
