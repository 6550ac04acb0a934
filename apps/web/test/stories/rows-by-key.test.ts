import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { expect, test } from 'vitest'
import { headingOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

const story = stage()
const { send } = inTopics(story)
const count = 90

const nameOf = (number: number) => `row ${String(number).padStart(2, '0')}`

test('arrows move among the rows of a list, which are one stop of the Tab key, and to the columns beside', async () => {
  for (const topic of ['first', 'second', 'third']) await send('otto', topic, 'Hello')
  const page = await story.open('mia', { path: `/#topics/channel/${story.world.channels.design}-design` })
  const rows = page.getByRole('region', { name: 'Conversations' }).locator('a.row')
  await rows.first().getByText('third').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('.row-title')?.textContent)
  await expect.poll(() => rows.and(page.locator('[tabindex="0"]')).count()).toBe(1)
  await page.getByRole('group', { name: 'Filters' }).getByRole('button').last().focus()
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('third')
  for (const [key, title] of [
    ['ArrowDown', 'second'],
    ['j', 'first'],
    ['k', 'second'],
    ['Home', 'third'],
    ['End', 'colors'],
    ['ArrowDown', 'colors'],
    ['ArrowUp', 'logo'],
  ]) {
    await page.keyboard.press(key!)
    await expect.poll(focused).toBe(title)
  }
  // Tab leaves the list, and comes back to the row that one was at.
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(undefined)
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('logo')
  await page.keyboard.press('ArrowLeft')
  const inPlaces = () =>
    page.evaluate(() => document.activeElement?.closest('nav.places') && document.activeElement.textContent)
  await expect.poll(inPlaces).toContain('design')
  await page.keyboard.press('ArrowDown')
  await expect.poll(inPlaces).toContain('engine')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('logo')
  await page.keyboard.press('Enter')
  await headingOf(page, 'logo').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
})

test('keys begin at the list where nothing has the focus and nothing is open', async () => {
  await send('otto', 'begins', 'Hello')
  const page = await story.open('mia', { path: '/#inbox' })
  const rows = page.getByRole('region', { name: 'Conversations' }).locator('a.row')
  await rows.first().waitFor()
  await expect.poll(() => rows.and(page.locator('[tabindex="0"]')).count()).toBe(1)
  const titles = await rows.locator('.row-title').allTextContents()
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('a.row')?.querySelector('.row-title')?.textContent)
  expect(await focused()).toBe(undefined)
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(titles[0])
  await page.keyboard.press('j')
  await expect.poll(focused).toBe(titles[1])
})

test('Alt and arrows open rows that are not drawn yet, and bring them into sight', async () => {
  // The last row of these is the only unread one: whatever programs send is unread for its writer, too.
  await send('otto', 'row unread', 'Read this')
  const messages: number[] = []
  for (let number = 1; number <= count; number++) messages.push(await send('otto', nameOf(number), 'Hello'))
  await story.world.people.iris.call(updateMessageFlags, { messages, op: 'add', flag: 'read' })
  const page = await story.open('iris', { path: `/#topics/channel/${story.world.channels.design}-design` })
  const rows = page.getByRole('region', { name: 'Conversations' }).locator('a.row')
  // Until the channel's topics have come, only the unread one is known.
  await rows.first().getByText(nameOf(count), { exact: true }).waitFor()
  expect(await rows.count()).toBeLessThan(count)
  await page.keyboard.press('Alt+ArrowDown')
  await headingOf(page, nameOf(count)).waitFor()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await headingOf(page, 'row unread').waitFor()
  const open = rows.and(page.locator('[aria-current="page"]'))
  const isInSight = () =>
    open.evaluate((row) => {
      const list = row.closest('[data-scrolls]')!.getBoundingClientRect()
      const { top, bottom } = row.getBoundingClientRect()
      return top >= list.top && bottom <= list.bottom
    })
  await expect.poll(isInSight).toBe(true)
  await page.keyboard.press('Alt+ArrowUp')
  await headingOf(page, nameOf(1)).waitFor()
  await expect.poll(isInSight).toBe(true)
  // From anywhere: also from the box.
  await page.getByRole('textbox', { name: `Message #design > ${nameOf(1)}`, exact: true }).focus()
  for (const number of [2, 3]) {
    await page.keyboard.press('Alt+ArrowUp')
    await headingOf(page, nameOf(number)).waitFor()
  }
})
