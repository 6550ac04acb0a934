import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { stage } from '#test/story.ts'
import { addOwnLists, insidePages, openSight } from './pages.ts'

// Keys alone on each page of people, channels, settings and the organization: Tab leads to every control and out again,
// and each control that has the focus is in sight, with a ring.

const story = stage()
let groupId: number
beforeAll(async () => {
  groupId = await addOwnLists(story.world, 'olive')
})

/** The controls of the page’s main part that Tab has to lead to, each with a name that a person can find. */
const mark = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    const all = [...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    const seen = new Set<string>()
    const reachable = all.filter((each) => {
      const isOff = each.matches(':disabled') || each.tabIndex < 0 || !each.checkVisibility()
      if (isOff) return false
      // One of several radio buttons has the focus.
      if (!(each instanceof HTMLInputElement) || each.type !== 'radio') return true
      const isSeen = seen.has(each.name)
      seen.add(each.name)
      return !isSeen
    })
    reachable.forEach(
      (each, at) =>
        (each.dataset['walk'] = each.matches('[type=radio]') ? each.getAttribute('name')! : String(at)),
    )
    for (const each of all)
      if (each instanceof HTMLInputElement && each.type === 'radio') each.dataset['walk'] = each.name
    return reachable.map((each) => [each.dataset['walk']!, each.outerHTML.slice(0, 120)] as const)
  })

/** Reads the mark of the element with the focus, and how it fails to be seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body) return { walk: undefined, problem: undefined }
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const name = element.outerHTML.slice(0, 120)
    const around = [element, element.parentElement, element.parentElement?.parentElement]
    const isRinged = around.some((each) => {
      if (!each) return false
      const { outlineStyle, boxShadow } = getComputedStyle(each)
      return outlineStyle !== 'none' || boxShadow !== 'none'
    })
    const at = document.elementFromPoint(
      (left + right) / 2,
      Math.min(Math.max((top + bottom) / 2, 1), innerHeight - 1),
    )
    const problem =
      bottom <= 0 || top >= innerHeight
        ? 'out of sight'
        : !element.contains(at) && !at?.contains(element)
          ? 'covered'
          : isRinged
            ? undefined
            : 'without a ring'
    return { walk: element.dataset['walk'], problem: problem && `${problem}: ${name}` }
  })

const pages = () =>
  insidePages(story.world, groupId).filter(
    ({ name, path, act }) =>
      !act &&
      // Nothing was uploaded: that page has no controls.
      name !== 'uploaded files' &&
      /#(organization|channels|groups|settings|user|invite|moderation|rights)/.test(path),
  )

/** The controls that somebody sees. */
const controlsOf = (page: Page) =>
  page.getByRole('main').locator('a, button, input, select').filter({ visible: true })

test('arrows lead along tabs, and from row to row of a list', async () => {
  const page = await story.open('olive', { path: `/#user/${story.world.people.otto.id}` })
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Pages of the person' }).getByRole('link', { name })
  const hasFocus = (name: string) => tab(name).evaluate((each) => each === document.activeElement)
  await tab('Profile').focus()
  await page.keyboard.press('ArrowRight')
  expect(await hasFocus('Manage')).toBe(true)
  await page.keyboard.press('ArrowRight')
  expect(await hasFocus('Manage'), 'the last tab').toBe(true)
  await page.keyboard.press('Home')
  expect(await hasFocus('Profile')).toBe(true)
  await page.goto('/#organization/users/active')
  const manage = (name: string) => page.getByRole('link', { name: `Manage ${name}` })
  await manage('Iris Okafor').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await manage('Mo Rahimi').evaluate((each) => each === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await manage('Mia Sato').evaluate((each) => each === document.activeElement)).toBe(true)
})

test.each([0, 1, 2])(
  'Tab leads through every page, and what it leads to is seen (%i)',
  { timeout: 300_000 },
  async (part) => {
    const page = await story.open('olive')
    const wrong: string[] = []
    for (const [index, sight] of pages().entries()) {
      if (index % 3 !== part) continue
      await openSight(page, sight)
      await controlsOf(page).first().waitFor()
      await page
        .locator('h1')
        .first()
        .evaluate((title) => {
          title.tabIndex = -1
          title.focus()
        })
      const waiting = new Map(await mark(page))
      for (let count = waiting.size + 60; count > 0 && waiting.size > 0; count--) {
        await page.keyboard.press('Tab')
        const { walk, problem } = await focused(page)
        if (walk !== undefined && problem !== undefined) wrong.push(`${sight.name}: ${problem}`)
        if (walk !== undefined) waiting.delete(walk)
      }
      for (const name of waiting.values()) wrong.push(`${sight.name}: never reached ${name}`)
    }
    expect(wrong).toEqual([])
  },
)
