import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowOf } from '#test/in-topics.ts'
import { accessibilityProblems, phone, sizes, stage } from '#test/story.ts'

const story = stage()

const heightOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.height

/** Notes whether the page was compact when its first row came. */
const noteFirstRow = (page: Page) =>
  page.addInitScript(() => {
    const changes = new MutationObserver(() => {
      if (!document.querySelector('a.row')) return
      changes.disconnect()
      ;(globalThis as { firstRow?: boolean }).firstRow = document.documentElement.hasAttribute('data-compact')
    })
    changes.observe(document, { childList: true, subtree: true })
  })

test.each(sizes)(
  '%s, rows are compact where the device wants that, from the first one on',
  async (_, size) => {
    const { world } = story
    await world.send('otto', { channel: 'design', topic: 'density' }, 'Rows lower, please')
    await world.send('otto', ['iris'], 'Tighter')
    const isTouch = size === phone
    const page = await story.open('iris', { path: '/#settings/preferences', ...size })
    await page.getByRole('combobox', { name: /^Rows of places and lists/ }).selectOption('Compact')
    await noteFirstRow(page)
    await page.goto('/#inbox')
    await page.reload()
    const row = rowOf(page, /^density/)
    await row.waitFor()
    expect(await page.evaluate(() => (globalThis as { firstRow?: boolean }).firstRow)).toBe(true)
    // One line: without the beginning of the message, with the number of unread ones.
    for (const selector of ['a.row', 'a.row:has(.row-picture)'])
      expect(await heightOf(page, selector)).toBe(isTouch ? 44 : 34)
    expect(await row.getByText('Rows lower, please').isVisible()).toBe(false)
    expect(await row.locator('.count').isVisible()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    if (isTouch) await page.goto('/#places')
    expect(await heightOf(page, 'a.place')).toBe(isTouch ? 44 : 26)
    if (isTouch) return
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('compact')
    await page.getByRole('option', { name: 'Compact rows on or off' }).click()
    await row.getByText('Rows lower, please').waitFor()
    expect(await heightOf(page, 'a.row')).toBe(60)
  },
)
