import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()
const { addressOf, open, send, unreadOf } = inTopics(story)

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

test('a conversation opens where only what one wrote by a program is unread, far from its end', async () => {
  const own = await send('iris', 'own words', 'Written by my program')
  const others: number[] = []
  for (let count = 1; count <= 40; count++) others.push(await send('otto', 'own words', `Answer ${count}.`))
  await story.world.people.iris.call(updateMessageFlags, { messages: others, op: 'add', flag: 'read' })
  expect(await unreadOf('iris', 'own words')).toEqual([own])
  const page = await open('iris', 'own words')
  await articleOf(page, 'Written by my program').waitFor()
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
  await articleOf(page, 'Unseen 4').waitFor()
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
  const named = () =>
    calls.flatMap((body) => JSON.parse(new URLSearchParams(body).get('messages') ?? '[]') as number[])
  // The browser may tell of a call after the server has answered it.
  await expect.poll(named).toHaveLength(5)
})

test('what arrives below moves nothing that is being read', async () => {
  const page = await open('otto', 'colors')
  await page
    .getByRole('button', { name: 'Newest' })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await articleOf(page, 'Grey number 120').waitFor()
  await wheel(page, -900)
  await page.getByRole('button', { name: 'Newest' }).waitFor()
  const before = (await topmost(page))!
  for (const count of [1, 2, 3]) await send('mia', 'colors', `Arrival ${count}`)
  await page.getByRole('button', { name: 'Newest: 3 new' }).waitFor()
  expect(Math.abs((await topOf(page, before.id!)) - before.top)).toBeLessThan(1)
  await page.getByRole('button', { name: 'Newest' }).click()
  await send('mia', 'colors', 'Arrival at the end')
  await articleOf(page, 'Arrival at the end').waitFor()
  await expect
    .poll(() =>
      articleOf(page, 'Arrival at the end').evaluate(
        (each) => each.getBoundingClientRect().bottom < innerHeight,
      ),
    )
    .toBe(true)
})

test('what arrives is counted where the messages in between are not there, too', async () => {
  const [first = 0] = story.world.colors
  const page = await story.open('mia', { path: addressOf('colors', `/near/${first}`) })
  await articleOf(page, 'Grey number 1').first().waitFor()
  await page.getByRole('button', { name: 'Newest', exact: true }).waitFor()
  for (const count of [1, 2]) await send('otto', 'colors', `Far arrival ${count}`)
  await page.getByRole('button', { name: 'Newest: 2 new' }).click()
  await articleOf(page, 'Far arrival 2').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Newest' }).count()).toBe(0)
})

test('axe finds nothing in an open conversation', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('iris', 'logo', { colorScheme })
    expect(await accessibilityProblems(page, 'main')).toEqual([])
  }
})

test.each([
  ['at a desk', {}, 'iris'],
  ['on a phone', phone, 'otto'],
] as const)(
  '%s, of 120 unread messages only those on the screen are read, and the server is told of these alone',
  async (_, size, name) => {
    const topic = `many for ${name}`
    for (let count = 1; count <= 120; count++) await send('mia', topic, `Number ${count}.`)
    const page = await story.open(name, { path: '/#recent', ...size })
    const named: number[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/messages/flags')) return
      named.push(
        ...(JSON.parse(new URLSearchParams(request.postData() ?? '').get('messages') ?? '[]') as number[]),
      )
    })
    await page.evaluate((hash) => location.assign(hash), addressOf(topic).slice(1))
    await articleOf(page, 'Number 1.').first().waitFor()
    const onScreen = () =>
      page.getByRole('article').evaluateAll((all) => {
        const { top, bottom } = document.querySelector('.messages-scroller')!.getBoundingClientRect()
        return all
          .filter((each) => {
            const box = each.getBoundingClientRect()
            return box.top >= top && box.bottom <= bottom
          })
          .map((each) => Number((each as HTMLElement).dataset['id']))
      })
    await expect.poll(() => named.length).toBeGreaterThan(0)
    const seen = await onScreen()
    expect(seen.length).toBeLessThan(60)
    // The lowest messages have to be a little higher than the edge.
    await expect.poll(() => named.length).toBeGreaterThanOrEqual(seen.length - 3)
    expect(named.filter((id) => !seen.includes(id))).toEqual([])
    await expect.poll(async () => (await unreadOf(name, topic)).length).toBe(120 - named.length)
    expect(new Set(named).size).toBe(named.length)
  },
)
