import { expect, test } from 'vitest'
import { articleOf, boxOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()
const { send, open, addressOf, unreadOf } = inTopics(story)

const rowsOf = (page: Awaited<ReturnType<typeof open>>) =>
  page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link')
    .filter({ has: page.locator('.row-title') })
    .locator('.row-title')
    .allTextContents()

test('a list holds still under the pointer, and takes its order when the pointer is gone', async () => {
  for (const topic of ['one', 'two', 'three', 'four', 'five']) await send('otto', topic, 'Hello')
  const page = await story.open('iris', { path: `/#topics/channel/${story.world.channels.design}-design` })
  const list = page.getByRole('region', { name: 'Conversations' })
  await rowOf(page, /^five/).waitFor()
  const before = (await rowsOf(page)).slice(0, 5)
  expect(before).toEqual(['five', 'four', 'three', 'two', 'one'])
  const third = rowOf(page, /^three/)
  await third.hover()
  const { y } = (await third.boundingBox())!
  for (const topic of ['one', 'two']) await send('otto', topic, 'Again')
  await send('otto', 'six', 'Hello')
  await list.getByRole('button', { name: '3 updated' }).waitFor()
  expect((await rowsOf(page)).slice(0, 5)).toEqual(before)
  expect(Math.abs((await third.boundingBox())!.y - y)).toBeLessThan(1)
  await page.mouse.move(1200, 400)
  await expect
    .poll(async () => (await rowsOf(page)).slice(0, 6))
    .toEqual(['six', 'two', 'one', 'five', 'four', 'three'])
  expect(await list.getByRole('button', { name: '3 updated' }).count()).toBe(0)
  // A press on the button does the same, and so does the keyboard's focus leaving the list.
  await rowOf(page, /^three/).focus()
  await send('otto', 'three', 'Again')
  await list.getByRole('button', { name: '1 updated' }).click()
  await expect.poll(async () => (await rowsOf(page))[0]).toBe('three')
})

test('what arrives below moves nothing, and at the end, one’s own and others’ messages come into sight', async () => {
  const page = await open('otto', 'colors')
  await page.keyboard.press('End')
  await articleOf(page, 'Grey number 120').waitFor()
  const feed = (await page.getByRole('feed').boundingBox())!
  await page.mouse.move(feed.x + 200, 400)
  await page.mouse.wheel(0, -900)
  await page.getByRole('button', { name: 'Newest' }).waitFor()
  const top = await topmost(page)
  for (const count of [1, 2, 3]) await send('mia', 'colors', `Arrival ${count}`)
  await page.getByRole('button', { name: 'Newest: 3 new' }).waitFor()
  expect(Math.abs((await topOf(page, top.id)) - top.top)).toBeLessThan(1)
  await page.getByRole('button', { name: 'Newest' }).click()
  await boxOf(page, 'colors').fill('My own')
  await boxOf(page, 'colors').press('Control+Enter')
  await send('mia', 'colors', 'Of Mia')
  for (const text of ['My own', 'Of Mia'])
    await expect
      .poll(() =>
        articleOf(page, text).evaluate((each) => {
          const view = document.querySelector('.messages-scroller')!.getBoundingClientRect()
          const { top: upper, bottom } = each.getBoundingClientRect()
          return upper >= view.top && bottom <= view.bottom
        }),
      )
      .toBe(true)
})

/** The topmost message that is wholly visible. */
const topmost = (page: Awaited<ReturnType<typeof open>>) =>
  page.evaluate(() => {
    const { top: edge } = document.querySelector('.messages-scroller')!.getBoundingClientRect()
    const all = [...document.querySelectorAll<HTMLElement>('article.message')]
    const first = all.find((each) => each.getBoundingClientRect().top >= edge)!
    return { id: first.dataset['id'] ?? '', top: first.getBoundingClientRect().top }
  })
const topOf = (page: Awaited<ReturnType<typeof open>>, id: string) =>
  page.evaluate(
    (wanted) => document.querySelector(`article[data-id="${wanted}"]`)!.getBoundingClientRect().top,
    id,
  )

test.each([
  ['at a desk', {}, 'mia'],
  ['on a phone', phone, 'iris'],
] as const)(
  '%s, the number in the row falls while one reads, and the line is gone afterwards',
  async (_, size, name) => {
    const topic = `long ${name}`
    for (let count = 1; count <= 80; count++) await send('otto', topic, `Line ${count}`)
    const page = await open(name, topic, size)
    const line = page.getByRole('separator', { name: 'New messages' })
    await line.waitFor()
    const { y } = (await line.boundingBox())!
    expect(y).toBeLessThan(page.viewportSize()!.height / 2)
    const unread = () => story.world.people[name] && unreadIn(name, topic)
    await expect.poll(unread).toBeLessThan(80)
    const after = await unread()
    if (size !== phone) await rowOf(page, new RegExp(`${topic}.* ${after} unread`)).waitFor()
    await articleOf(page, 'Line 1').first().focus()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('PageDown')
      await page.waitForTimeout(900)
    }
    await page.keyboard.press('End')
    await expect.poll(unread).toBe(0)
    await page.goto(addressOf('logo'))
    await headingOf(page, 'logo').waitFor()
    await page.goto(addressOf(topic))
    await articleOf(page, 'Line 80').waitFor()
    expect(await line.count()).toBe(0)
  },
)

const unreadIn = async (name: 'mia' | 'iris', topic: string) =>
  (await inTopics(story).unreadOf(name, topic)).length

test('on a phone, an empty list of direct messages leads to a new one', async () => {
  const page = await story.open('gus', { path: '/#inbox', ...phone })
  await page.getByText('Direct', { exact: true }).filter({ visible: true }).tap()
  await page.getByText('No direct messages yet.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'New message' }).last().tap()
  await page.getByRole('combobox', { name: 'To' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#new/direct')
})

test('arrows in a list show conversations without opening them: nothing is read, and focus and address stay until Enter', async () => {
  await send('otto', 'look one', 'First look')
  await send('otto', 'look two', 'Second look')
  const path = `/#topics/channel/${story.world.channels.design}-design`
  const page = await story.open('iris', { path })
  await rowOf(page, /^look two/).waitFor()
  // The keys of lists are loaded after the page.
  await page.locator('a.row[tabindex="-1"]').first().waitFor()
  await rowOf(page, /^look one/).focus()
  const address = page.url()
  const steps = () => page.evaluate(() => history.length)
  const before = await steps()
  await page.keyboard.press('ArrowUp')
  await headingOf(page, 'look two').waitFor()
  await page.keyboard.press('ArrowDown')
  await headingOf(page, 'look one').waitFor()
  await articleOf(page, 'First look').waitFor()
  for (const text of ['While you look', 'And again', 'And once more']) {
    await send('otto', 'look one', text)
    await articleOf(page, text).waitFor()
  }
  expect(await rowOf(page, /^look one/).evaluate((row) => row === document.activeElement)).toBe(true)
  expect(page.url()).toBe(address)
  expect(await steps()).toBe(before)
  expect(await unreadOf('iris', 'look one')).toHaveLength(4)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('look.20one')
  await expect.poll(() => unreadOf('iris', 'look one')).toEqual([])
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
  await page.goBack()
  await expect.poll(() => page.url()).toBe(address)
})
