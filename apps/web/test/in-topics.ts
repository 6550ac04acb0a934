import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import type { Page } from 'playwright-core'
import type { OpenOptions, Stage } from './story.ts'
import type { ChannelName, PersonName, World } from './world.ts'

/** Steps that stories take in topics of a channel. Without a channel they take them in design. */
export function inTopics(story: Stage) {
  const addressIn = (channel: ChannelName, topic: string, rest = '') =>
    `/#narrow/channel/${story.world.channels[channel]}-${channel}/topic/${encoded(topic)}${rest}`
  return {
    addressIn,
    addressOf: (topic: string, rest = '') => addressIn('design', topic, rest),
    send: (from: PersonName, topic: string, content: string) =>
      story.world.send(from, { channel: 'design', topic }, content),
    /** Opens a topic in a browser of its own, and waits for its messages. */
    async open(name: PersonName, topic: string, options: OpenOptions = {}): Promise<Page> {
      const page = await story.open(name, { path: addressIn('design', topic), ...options })
      await headingOf(page, topic).waitFor()
      await page.getByRole('article').first().waitFor()
      return page
    },
    /** The messages of a topic as the server has them, oldest first. */
    messagesOf: (name: PersonName, topic: string, channel: ChannelName = 'design') =>
      messagesOf(story.world, name, channel, topic),
    /** Asks the server which messages of a topic somebody has not read. */
    async unreadOf(name: PersonName, topic: string, channel: ChannelName = 'design'): Promise<number[]> {
      const messages = await messagesOf(story.world, name, channel, topic)
      return messages.filter(({ flags }) => !flags.includes('read')).map(({ id }) => id)
    },
  }
}

/** The box of a topic of design. */
export const boxOf = (page: Page, topic: string) =>
  page.getByRole('textbox', { name: `Message #design > ${topic}`, exact: true })

export const articleOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

export const headingOf = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' })

/** The row of a conversation in the list. */
export const rowOf = (page: Page, title: string | RegExp) =>
  page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: title })

/** A topic as addresses write it. */
export const encoded = (topic: string) =>
  encodeURIComponent(topic).replaceAll('.', '.2E').replaceAll('%', '.')

async function messagesOf(world: World, name: PersonName, channel: ChannelName, topic: string) {
  const { messages } = await world.people[name].call(getMessages, {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: world.channels[channel], negated: false },
      { operator: 'topic', operand: topic, negated: false },
    ],
    apply_markdown: false,
  })
  return messages
}
