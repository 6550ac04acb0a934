import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()
/** Marks are collected for a second before the server learns of them. */

const addressOf = (topic: string) => `/#narrow/channel/${story.world.channels.design}-design/topic/${topic}`
const open = async (name: PersonName, topic: string, options = {}): Promise<Page> => {
  const page = await story.open(name, { path: addressOf(topic), ...options })
  await page.getByRole('heading', { level: 1, name: topic.split('/')[0]! }).waitFor()
  await page.getByRole('article').first().waitFor()
  return page
}
const send = (name: PersonName, topic: string, content: string) =>
  story.world.send(name, { channel: 'design', topic }, content)
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** Asks the server which messages of a topic somebody has not read. */
async function unreadOf(name: PersonName, topic: string): Promise<number[]> {
  const { messages } = await story.world.people[name].call(getMessages, {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: story.world.channels.design, negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ],
  })
  return messages.filter(({ flags }) => !flags.includes('read')).map(({ id }) => id)
}

/** The upper edge of the topmost message that is wholly visible, with its id. */
const topmost = (page: Page) =>
  page.evaluate(() => {
    const scroller = document.querySelector('.messages-scroller')!.getBoundingClientRect()
    for (const each of document.querySelectorAll<HTMLElement>('article.message')) {
      const { top } = each.getBoundingClientRect()
      if (top >= scroller.top) return { id: each.dataset['id'], top }
    }
    return undefined
  })
const topOf = (page: Page, id: string) =>
  page.evaluate(
    (wanted) => document.querySelector(`article[data-id="${wanted}"]`)!.getBoundingClientRect().top,
    id,
  )

/** Scrolls as somebody with a wheel does. */
async function wheel(page: Page, pixels: number): Promise<void> {
  const box = (await page.getByRole('feed').boundingBox())!
  await page.mouse.move(box.x + 200, 400)
  await page.mouse.wheel(0, pixels)
}

test('a conversation opens at the first unread message, and only what was on the screen becomes read', async () => {
  const { mia } = story.world.people
  await mia.call(updateMessageFlags, { messages: story.world.colors.slice(0, 40), op: 'add', flag: 'read' })
  const before = await unreadOf('mia', 'colors')
  const page = await open('mia', 'colors')
  const line = page.getByRole('separator', { name: 'New messages' })
  await line.waitFor()
  const { y } = (await line.boundingBox())!
  expect(y).toBeLessThan(450)
  await expect.poll(async () => (await unreadOf('mia', 'colors')).length).toBeLessThan(before.length)
  const visible = await page
    .getByRole('article')
    .evaluateAll((all) =>
      all
        .filter((each) => each.getBoundingClientRect().top < innerHeight)
        .map((each) => Number((each as HTMLElement).dataset['id'])),
    )
  const unread = await unreadOf('mia', 'colors')
  const read = before.filter((id) => !unread.includes(id))
  expect(read.every((id) => visible.includes(id))).toBe(true)
  expect(unread.length).toBeGreaterThan(40)
  // At the end, all is read; when one returns, the line is gone.
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect.poll(() => unreadOf('mia', 'colors')).not.toContain(story.world.colors.at(-1))
  await page.goto(addressOf('logo'))
  await page.getByRole('heading', { level: 1, name: 'logo' }).waitFor()
})

test('nothing is read in a window without the focus', async () => {
  await send('otto', 'focus', 'The first one')
  const page = await open('iris', 'focus')
  await expect.poll(() => unreadOf('iris', 'focus')).toEqual([])
  // A page that says that it has lost the focus.
  await page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
  for (let count = 0; count < 5; count++) await send('otto', 'focus', `Unseen ${count}`)
  await article(page, 'Unseen 4').waitFor()
  await page.getByRole('separator', { name: 'New messages' }).waitFor()
  expect(await unreadOf('iris', 'focus')).toHaveLength(5)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/messages/flags')) calls.push(request.postData() ?? '')
  })
  await page.evaluate(() => {
    document.hasFocus = () => true
    dispatchEvent(new Event('focus'))
  })
  await expect.poll(() => unreadOf('iris', 'focus')).toEqual([])
  const named = calls.flatMap(
    (body) => JSON.parse(new URLSearchParams(body).get('messages') ?? '[]') as number[],
  )
  expect(named).toHaveLength(5)
})

test('what arrives below moves nothing that is being read', async () => {
  const page = await open('otto', 'colors')
  await page
    .getByRole('button', { name: 'Newest' })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await article(page, 'Grey number 120').waitFor()
  await wheel(page, -900)
  await page.getByRole('button', { name: 'Newest' }).waitFor()
  const before = (await topmost(page))!
  for (const count of [1, 2, 3]) await send('mia', 'colors', `Arrival ${count}`)
  await page.getByRole('button', { name: 'Newest: 3 new' }).waitFor()
  expect(Math.abs((await topOf(page, before.id!)) - before.top)).toBeLessThan(1)
  await page.getByRole('button', { name: 'Newest' }).click()
  await send('mia', 'colors', 'Arrival at the end')
  await article(page, 'Arrival at the end').waitFor()
  await expect
    .poll(() =>
      article(page, 'Arrival at the end').evaluate(
        (each) => each.getBoundingClientRect().bottom < innerHeight,
      ),
    )
    .toBe(true)
})

test('axe finds nothing in an open conversation', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('iris', 'logo', { colorScheme })
    expect(await accessibilityProblems(page, 'main')).toEqual([])
  }
})
