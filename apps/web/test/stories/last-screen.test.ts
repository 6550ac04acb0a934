import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { stage, viewports } from '#test/story.ts'

const story = stage()
const { send, open } = inTopics(story)

/** A picture of a page at one moment, as the person saw it. */
interface Seen {
  readonly isInert: boolean
  /** Distance of the message from the upper edge of the window. */
  readonly top: number
  readonly lang: string
  readonly scheme: string | undefined
}

declare global {
  interface Window {
    seen?: Seen
  }
}

/** Notes how the first frame looks that has a message with that text. */
const watchFirstFrame = (page: Page, text: string) =>
  page.addInitScript((wanted) => {
    const look = () => {
      const article = [...document.querySelectorAll('article')].find((each) =>
        each.textContent.includes(wanted),
      )
      if (!article) return requestAnimationFrame(look)
      const { lang, dataset } = document.documentElement
      window.seen = {
        isInert: article.closest('[inert]') !== null,
        top: Math.round(article.getBoundingClientRect().top),
        lang,
        scheme: dataset['scheme'],
      }
    }
    requestAnimationFrame(look)
  }, text)

const topOf = async (page: Page, text: string) =>
  Math.round((await articleOf(page, text).boundingBox())?.y ?? -1)

for (const name of ['desk', 'phone'] as const)
  test(`a later start shows the last screen at once, and the page takes its place without a jump: ${name}`, async () => {
    const topic = `last screen ${name}`
    const messages: number[] = []
    for (let number = 1; number <= 30; number++)
      messages.push(await send('otto', topic, `Line ${number}\n\nAnother line of it`))
    await story.world.people.iris.call(updateMessageFlags, { messages, op: 'add', flag: 'read' })
    const page = await open('iris', topic, { viewport: viewports[name] })
    await articleOf(page, 'Line 30').waitFor()
    await page.getByRole('textbox', { name: /^Message/ }).waitFor()
    await untilKept(page)
    await watchFirstFrame(page, 'Line 30')
    await page.reload()
    await expect.poll(() => page.evaluate(() => window.seen?.isInert)).toBe(true)
    await expect.poll(() => page.locator('.last-screen').count()).toBe(0)
    await articleOf(page, 'Line 30').waitFor()
    const seen = await page.evaluate(() => window.seen)
    await expect.poll(async () => Math.abs((await topOf(page, 'Line 30')) - (seen?.top ?? 0))).toBeLessThan(2)
    expect(seen?.lang).toBe('en')
    // The other lines were out of sight.
    expect(await keptTexts(page)).not.toContain('Line 1 ')
  })

test('the last screen is shown to nobody else, at no other address, and goes with the session', async () => {
  await send('otto', 'only hers', 'Only Iris sees this')
  const page = await open('iris', 'only hers')
  await articleOf(page, 'Only Iris sees this').waitFor()
  await untilKept(page)
  await watchFirstFrame(page, 'Only Iris sees this')
  await page.goto('about:blank')
  await page.goto(`${story.server.url}/#inbox`)
  await page.getByRole('heading', { name: 'Inbox' }).first().waitFor()
  expect(await page.evaluate(() => window.seen?.isInert ?? false)).toBe(false)
  await page.goBack()
  await page.goBack()
  await articleOf(page, 'Only Iris sees this').waitFor()
  await untilKept(page)
  await page.evaluate(() => {
    document.cookie = 'tagma-account=999999; Path=/; SameSite=Strict'
  })
  expect(await keptTexts(page)).toContain('Only Iris sees this')
})

/** Waits until the page can keep its screen, and has it kept as when it is hidden. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        dispatchEvent(new Event('pagehide'))
        return localStorage.getItem('tagma screen') !== null
      }),
    )
    .toBe(true)
}

const keptTexts = (page: Page) => page.evaluate(() => localStorage.getItem('tagma screen') ?? '')
