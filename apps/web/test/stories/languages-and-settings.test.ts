import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { organizationPages, settingsPages } from '@tagma/contract/address.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { settingGroups } from '#screens/settings/setting-groups.ts'
import { drawFinger } from '#test/draw-finger.ts'
import { articleOf } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()
const words = join(import.meta.dirname, '../../src/words')

afterEach(async () => {
  await story.world.people.iris.call(updateSettings, { default_language: 'en' })
})

/** Texts that are in one language alone: no part of them changes with what is shown. */
function textsOnlyIn(language: 'en' | 'de', other: 'en' | 'de'): ReadonlySet<string> {
  const all = (of: string) =>
    readdirSync(join(words, of)).flatMap((file) =>
      Object.values(JSON.parse(readFileSync(join(words, of, file), 'utf8')) as Record<string, string>),
    )
  const others = new Set(all(other))
  return new Set(all(language).filter((text) => !text.includes('{') && !others.has(text)))
}

/** The texts of a page's main part, with names that only assistive technology reads. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) texts.push(walker.currentNode.textContent!.trim())
    for (const element of main.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    return texts.filter((text) => text !== '')
  })

test('39. Languages and settings: in German, without reloading, no page of settings, people, rights, moderation or the organization has an English text', async () => {
  const { people, channels } = story.world
  // A topic of the world is named like an English text.
  const english = new Set([...textsOnlyIn('en', 'de')].filter((text) => text !== 'hello'))
  const german = textsOnlyIn('de', 'en')
  const { group_id } = await people.olive.call(createUserGroup, {
    name: 'letters',
    description: '',
    members: [people.iris.id],
  })
  const page = await story.open('iris', { path: '/#settings/preferences' })
  await page.evaluate(() => document.body.setAttribute('data-loaded', 'once'))
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await page.getByRole('heading', { level: 1, name: 'Vorlieben' }).waitFor()
  expect(await page.locator('body').getAttribute('data-loaded')).toBe('once')
  const addresses = [
    ...settingsPages.map((name) => `settings/${name}`),
    'rights/organization/me',
    `rights/channel-${channels.design}/me/post`,
    `groups/${group_id}/letters/members`,
    `groups/${group_id}/letters/permissions`,
    `user/${people.otto.id}`,
    'invite',
    'moderation',
    ...organizationPages.map((name) => `organization/${name}`),
  ]
  const found: string[] = []
  for (const address of addresses) {
    await page.goto(`/#${address}`)
    // The page is there once it says something in German.
    await expect
      .poll(async () => (await textsOf(page)).some((text) => german.has(text)), { message: address })
      .toBe(true)
    found.push(
      ...(await textsOf(page)).filter((text) => english.has(text)).map((text) => `${address}: ${text}`),
    )
  }
  expect(found).toEqual([])
})

test('39. Languages and settings: each preference that is changed is changed in another window at once, and after a reload', async () => {
  const [page, other] = await Promise.all([
    story.open('iris', { path: '/#settings/preferences' }),
    story.open('iris', { path: '/#settings/preferences' }),
  ])
  // The language is the story above.
  const rows = (settingGroups.preferences ?? [])
    .flatMap((group) => group.rows)
    .filter(({ name }) => name !== 'default_language')
  const controlOf = (where: Page, name: string) => where.locator(`main [data-setting="${name}"]`)
  const shown = async (where: Page) => {
    await controlOf(where, rows.at(-1)!.name).waitFor()
    const all = await where
      .locator('main [data-setting]')
      .evaluateAll((controls) =>
        controls.map((each) => [
          each.getAttribute('data-setting') ?? '',
          each instanceof HTMLInputElement && each.type === 'checkbox'
            ? String(each.checked)
            : (each as HTMLSelectElement).value,
        ]),
      )
    return Object.fromEntries(all) as Record<string, string>
  }
  const before = await shown(page)
  const refused: string[] = []
  for (const row of rows) {
    const control = controlOf(page, row.name)
    const answer = page.waitForResponse((response) => response.url().endsWith('/json/settings'))
    if (row.kind === 'switch') await control.click()
    else if (row.kind === 'number') {
      await control.fill(String(Number(before[row.name]) + row.step))
      await control.press('Enter')
    } else await control.selectOption(String((Number(before[row.name]) + 1) % row.choices.length))
    if (!(await answer).ok()) refused.push(row.name)
  }
  expect(refused).toEqual([])
  const after = await shown(page)
  const same = rows.filter(({ name }) => after[name] === before[name]).map(({ name }) => name)
  expect(same).toEqual([])
  await expect.poll(() => shown(other)).toEqual(after)
  await other.reload()
  await expect.poll(() => shown(other)).toEqual(after)
  // Right to left, the columns stand the other way round.
  const left = () => other.locator('main').evaluate((main) => main.getBoundingClientRect().left)
  const usual = await left()
  await other.evaluate(() => (document.documentElement.dir = 'rtl'))
  expect(await left()).toBeLessThan(usual)
  // A title of the other direction begins where the page's lines begin.
  const gapBefore = await other.locator('main h1').evaluate((title) => {
    const text = document.createRange()
    text.selectNodeContents(title)
    return document.querySelector('main')!.getBoundingClientRect().right - text.getBoundingClientRect().right
  })
  expect(gapBefore).toBeLessThan(40)
})

test('39. Languages and settings: mirrored, icons and swipes turn round, and code does not', async () => {
  const { world } = story
  await world.send('otto', { channel: 'design', topic: 'mirror' }, 'Draw me aside\n```\nlet a = 1\n```')
  const path = `/#narrow/channel/${world.channels.design}-design/topic/mirror`
  const page = await story.open('iris', { path, ...phone })
  const message = articleOf(page, 'Draw me aside')
  await message.waitFor()
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  // Turning is a transition.
  const transforms = () =>
    page
      .locator('.icon-turns')
      .evaluateAll((icons) =>
        icons.filter((icon) => icon.checkVisibility()).map((icon) => getComputedStyle(icon).transform),
      )
  await expect.poll(async () => [...new Set(await transforms())]).toEqual(['matrix(-1, 0, 0, 1, 0, 0)'])
  const directionOf = (selector: string) =>
    message
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)
  expect(await directionOf('pre')).toBe('ltr')
  // The way that quotes from left to right does nothing, the other one quotes.
  const box = page.getByRole('textbox', { name: 'Message #design > mirror' })
  await drawFinger(page, message, { x: -120, y: 5 })
  expect(await box.inputValue()).toBe('')
  await drawFinger(page, message, { x: 120, y: 5 })
  await expect.poll(() => box.inputValue()).toContain('Draw me aside')
})
