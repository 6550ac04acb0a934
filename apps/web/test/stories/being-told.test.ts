import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, sizes, stage, widths } from '#test/story.ts'
import { type Asked, loseFocus, notedBy, notedByAll, noteTelling, openTelling } from '#test/telling.ts'

const story = stage()
const { addressOf, send } = inTopics(story)

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
  await page.locator('[data-setting="pm_content_in_desktop_notifications"]').uncheck()
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

test('a message that comes while the page is still loading is told of', async () => {
  const page = await story.open('iris', { path: '/#recent' })
  await noteTelling(page.context(), 'granted')
  await page.goto('about:blank')
  await page.goto('/#recent')
  const link = page.getByRole('region', { name: 'Conversations' }).getByRole('link').first()
  await link.waitFor()
  await story.world.send('otto', ['iris'], 'Early bird')
  await expect
    .poll(async () => (await notedBy(page)).shown.map(([title, text]) => [title, text]))
    .toEqual([['Otto Lindqvist', 'Early bird']])
})

test.each(widths)('%s, quiet hours hold back what comes in them, and are kept', async (_, size) => {
  await send('otto', 'in peace', 'Before all')
  const page = await story.open('iris', { path: '/#recent', ...size })
  await noteTelling(page.context(), 'granted')
  await openTelling(page, addressOf('in peace'))
  await page.goto('/#settings/notifications')
  await page.getByRole('switch', { name: /^Quiet hours/ }).click()
  const right = await page
    .getByLabel('to', { exact: true })
    .evaluate((field) => field.getBoundingClientRect().right)
  expect(right).toBeLessThan(page.viewportSize()!.width)
  // The browser's clock goes by UTC.
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
  await page.getByLabel('From', { exact: true }).fill(at(-60))
  await page.getByLabel('to', { exact: true }).fill(at(60))
  expect(await accessibilityProblems(page)).toEqual([])
  await story.world.send('otto', ['iris'], 'In the night')
  await expect.poll(() => page.title()).toMatch(/^\(\d+\)/)
  await page.getByLabel('to', { exact: true }).fill(at(-30))
  await story.world.send('mia', ['iris'], 'In the morning')
  await expect
    .poll(async () => (await notedBy(page)).shown.map(([title, text]) => [title, text]))
    .toEqual([['Mia Sato', 'In the morning']])
  await page.reload()
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toMatch(/^\d\d:\d\d$/)
  await page.getByRole('switch', { name: /^Quiet hours/ }).click()
  expect(await page.getByLabel('From', { exact: true }).count()).toBe(0)
})

test.each(sizes)(
  '%s, the own menu holds all back for an hour, and a mark says so in every tab',
  async (_, size) => {
    const page = await story.open('gus', { path: '/#inbox', ...size })
    const other = await page.context().newPage()
    await other.goto('/#inbox')
    const own = (of: typeof page) =>
      of.getByRole('button', { name: size === phone ? /(^| )Me$/ : /^Analytical Engine/ })
    await own(other).waitFor()
    await own(page).click()
    await page.getByRole('menuitemcheckbox', { name: 'Do not disturb', checked: false }).click()
    await page.getByText(/^Nothing is shown or played until/).waitFor()
    for (const each of [page, other])
      await each.getByRole('button', { name: /Do not disturb until \d/ }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await own(other).click()
    await other.getByRole('menuitemcheckbox', { name: /^Do not disturb until/, checked: true }).click()
    await other.getByText('Notifications and sounds are on again.').waitFor()
    for (const each of [page, other])
      await each.getByRole('button', { name: /Do not disturb until/ }).waitFor({ state: 'detached' })
  },
)
