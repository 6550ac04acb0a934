import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

// Notes notifications and sounds, in browsers that have neither a screen nor a loudspeaker.

/** A notification that a page asked its browser for. */
export interface Asked {
  readonly title: string
  readonly body: string
  isClosed: boolean
  click(): void
}

/** Notes what pages ask for, in place of a screen and loudspeakers that a browser without a window does not have. */
export const noteTelling = (context: BrowserContext, permission: NotificationPermission) =>
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

/** Everything that a page asked for. */
export const notedBy = (page: Page) =>
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
export async function notedByAll(pages: readonly Page[]) {
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
export async function openTelling(page: Page, address: string, count = 1): Promise<void> {
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

/** Lets a page believe that nobody looks at it. */
export const loseFocus = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
