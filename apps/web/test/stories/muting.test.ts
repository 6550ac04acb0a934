import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()
const { addressIn } = inTopics(story)

const sizes = [
  ['at a desk', {}, 'mia'],
  ['on a phone', phone, 'otto'],
] as const

/** The number before the page's title. */
const inTitle = async (page: Page) => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)

/** The number beside a channel. */
const besideChannel = async (page: Page, name: string) => {
  const places = page.getByRole('navigation', { name: 'Places' })
  return Number(/\d+/.exec(await places.getByRole('link', { name }).innerText())?.[0] ?? 0)
}

async function sendTo(topic: string, ...contents: string[]): Promise<void> {
  for (const content of contents) await story.world.send('iris', { channel: 'engine', topic }, content)
}

const muteChannel = (name: PersonName, value: boolean) =>
  story.world.people[name].call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: story.world.channels.engine, property: 'is_muted', value }],
  })

/** Opens a topic in a window that reads nothing. */
async function openUnread(name: PersonName, topic: string, size: object): Promise<Page> {
  const page = await story.open(name, { path: '/#recent', ...size })
  await page.evaluate(() => (document.hasFocus = () => false))
  await page.evaluate((hash) => location.assign(hash), addressIn('engine', topic).slice(1))
  await headingOf(page, topic).waitFor()
  return page
}

/** Takes an entry of the conversation's menu on a phone; presses the key at a desk. */
async function act(page: Page, isTouch: boolean, key: string, entry: string): Promise<void> {
  if (!isTouch) {
    await page.getByRole('article').first().focus()
    return page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitemradio', { name: entry }).click()
}

test.each(sizes)(
  '%s, a muted topic counts no more, except for mentions; Undo counts it again, and B follows',
  async (_, size, name) => {
    const topic = `noise for ${name}`
    const me = story.world.people[name]
    // Otherwise a mention makes one follow the topic.
    await me.call(updateSettings, { automatically_follow_topics_where_mentioned: false })
    const other = await story.open(name, { path: '/#inbox' })
    await other.evaluate(() => (document.hasFocus = () => false))
    await sendTo(topic, 'One.', 'Two.', 'Three.')
    const page = await openUnread(name, topic, size)
    await rowOf(other, new RegExp(`${topic}.*3 unread`)).waitFor()
    const [channel, title] = [await besideChannel(other, 'engine'), await inTitle(other)]
    await act(page, size === phone, 'Shift+M', 'Mute')
    await page.getByRole('status').getByText(`${topic} is muted`).waitFor()
    await expect.poll(() => rowOf(other, new RegExp(topic)).count()).toBe(0)
    await expect.poll(() => besideChannel(other, 'engine')).toBe(channel - 3)
    await expect.poll(() => inTitle(other)).toBe(title - 3)
    await expect.poll(() => inTitle(page)).toBe(title - 3)
    await sendTo(topic, 'Four.', `@**${me.name}|${me.id}** look at five.`)
    await expect.poll(() => besideChannel(other, 'engine')).toBe(channel - 2)
    await expect.poll(() => inTitle(other)).toBe(title - 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => inTitle(other)).toBe(title + 2)
    await expect.poll(() => besideChannel(other, 'engine')).toBe(channel + 2)
    await rowOf(other, new RegExp(`${topic}.*5 unread`)).waitFor()
  },
)

test.each(sizes)(
  '%s, a topic is unmuted in a muted channel, and Undo mutes it again',
  async (_, size, name) => {
    const topic = `heard by ${name}`
    await muteChannel(name, true)
    try {
      await sendTo(topic, 'One.', 'Two.')
      const other = await story.open(name, { path: '/#inbox' })
      await other.evaluate(() => (document.hasFocus = () => false))
      const page = await openUnread(name, topic, size)
      await articleOf(page, 'One.').waitFor()
      const title = await inTitle(other)
      expect(await rowOf(other, new RegExp(topic)).count()).toBe(0)
      await act(page, size === phone, 'Shift+M', 'Unmute in this channel')
      await page.getByRole('status').getByText(`${topic} is no longer muted`).waitFor()
      await rowOf(other, new RegExp(`${topic}.*2 unread`)).waitFor()
      await expect.poll(() => inTitle(other)).toBe(title + 2)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => rowOf(other, new RegExp(topic)).count()).toBe(0)
      await expect.poll(() => inTitle(other)).toBe(title)
      // The button beside the title does the same.
      await page.getByRole('button', { name: 'Unmute', exact: true }).click()
      await rowOf(other, new RegExp(`${topic}.*2 unread`)).waitFor()
      await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    } finally {
      await muteChannel(name, false)
    }
  },
)
