import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { stage, widths } from '#test/story.ts'

// Lists come back as they were, and know what happened before the newest messages.

const story = stage()
const { send, open } = inTopics(story)

const listOf = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const filterOf = (page: Page, name: string) => listOf(page).getByRole('button', { name, exact: true })
const scrolledOf = (page: Page) => page.locator('.list-scroll').evaluate(({ scrollTop }) => scrollTop)
const design = () => `/#topics/channel/${story.world.channels.design}-design`

/** The page fetches so many messages when it starts. */
const newest = 400

beforeAll(async () => {
  await send('otto', 'old news', 'Long ago')
  await story.world.send('otto', { channel: 'secret', topic: 'plans' }, 'Long ago')
  for (let at = 0; at < newest; at += 40)
    await Promise.all(
      Array.from({ length: 40 }, (_, each) => send('mia', `topic ${(at + each) % 80}`, 'Newer')),
    )
})

test('rows in sight say how their newest message begins, however old it is', async () => {
  const page = await story.open('iris', { path: design() })
  await listOf(page).locator('.row').last().scrollIntoViewIfNeeded()
  await rowOf(page, /^old news/).scrollIntoViewIfNeeded()
  await rowOf(page, /Otto: Long ago/).waitFor()
  expect(
    await rowOf(page, /^old news/)
      .getByRole('time')
      .count(),
  ).toBe(1)
})

test('recent has the older topics of the channels that are in sight', async () => {
  const page = await story.open('iris', { path: '/#recent' })
  await filterOf(page, 'All').waitFor()
  const toEnd = () => page.locator('.list-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect.poll(async () => (await toEnd(), rowOf(page, /old news/).count())).toBe(1)
})

test.each(widths)('%s, a filter and a place in a list are steps of the history', async (_, size) => {
  const page = await story.open('otto', { path: design(), ...size })
  await filterOf(page, 'Mine').click()
  const titles = () => listOf(page).locator('.row-title').allTextContents()
  await expect.poll(titles).toContain('old news')
  expect((await titles()).filter((title) => title.startsWith('topic'))).toEqual([])
  await page.goBack()
  await expect.poll(() => filterOf(page, 'All').getAttribute('aria-pressed')).toBe('true')
  await page.goForward()
  await expect.poll(() => filterOf(page, 'Mine').getAttribute('aria-pressed')).toBe('true')
  await page.goBack()
  await rowOf(page, /^topic 40/).scrollIntoViewIfNeeded()
  const place = await scrolledOf(page)
  expect(place).toBeGreaterThan(500)
  // The place is kept a moment after the list rests.
  await expect.poll(() => page.evaluate(() => (history.state as { top: number }).top)).toBe(place)
  await page.evaluate(() => (location.hash = '#recent'))
  await listOf(page).getByRole('heading', { name: 'Recent' }).waitFor()
  expect(await scrolledOf(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolledOf(page)).toBe(place)
})

test('the list of topics leaves the conversation beside it as it was', async () => {
  const page = await open('iris', 'colors')
  await page.keyboard.press('y')
  await expect.poll(() => page.url()).toContain('#topics/channel/')
  await headingOf(page, 'colors').waitFor()
  await expect.poll(() => rowOf(page, /^colors/).getAttribute('aria-current')).toBe('page')
  await page.getByRole('textbox', { name: 'Message #design > colors' }).waitFor()
})

test('a channel without topics has no list where columns stand side by side', async () => {
  const { iris } = story.world.people
  const lobby = { name: 'lobby', subscribers: [iris.id], topics_policy: 'empty_topic_only' as const }
  await iris.call(createChannel, { ...lobby, send_new_subscription_messages: false })
  const page = await story.open('iris', { path: '/#inbox' })
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: /lobby/ }).click()
  await page.getByRole('textbox', { name: 'Message #lobby' }).waitFor()
  expect(await listOf(page).isVisible()).toBe(false)
  // In two columns, the way to the places leads over the list.
  await page.setViewportSize({ width: 900, height: 800 })
  await listOf(page).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /design/ })
    .click()
  await listOf(page).waitFor()
})

test('a channel whose topics are not known yet opens its newest one as soon as they are', async () => {
  const page = await story.open('iris', { path: '/#inbox' })
  await filterOf(page, 'All').waitFor()
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /secret/ })
    .click()
  await headingOf(page, 'plans').waitFor()
  // The list on the way there is no step of its own.
  await page.goBack()
  await listOf(page).getByRole('heading', { name: 'Inbox' }).waitFor()
  expect(await page.evaluate(() => location.hash)).toBe('#inbox')
})

test('Back, Forward and a reload show a conversation beside the list that it was opened from', async () => {
  await send('otto', 'from recent', 'Which one?')
  await send('otto', 'from design', 'Which one?')
  const page = await story.open('iris', { path: '/#recent' })
  const list = () => listOf(page).getByRole('heading').first().textContent()
  await rowOf(page, /from recent/).click()
  await headingOf(page, 'from recent').waitFor()
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /design/ })
    .click()
  await expect.poll(list).toBe('design')
  await headingOf(page, 'from design').waitFor()
  await page.goBack()
  await headingOf(page, 'from recent').waitFor()
  await expect.poll(list).toBe('Recent')
  await page.reload()
  await headingOf(page, 'from recent').waitFor()
  await expect.poll(list).toBe('Recent')
  await page.goForward()
  await headingOf(page, 'from design').waitFor()
  await expect.poll(list).toBe('design')
})
