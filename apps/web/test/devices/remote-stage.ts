import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { type Installation, installation } from '@tagma/server/test/server-process.ts'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { clientForTests } from '#test/client-for-tests.ts'
import { makeWorld, type World, worldSettings } from '#test/world.ts'
import type { RemoteBrowser } from './remote-browser.ts'
import { type RemotePage, remotePage, type Wanted } from './remote-page.ts'

export const patience = { timeout: 20_000 }
export const boxOf = (topic: string): Wanted => ({ role: 'textbox', name: `Message #design > ${topic}` })
export const article = (text: string): Wanted => ({ role: 'article', text })

/** The means of stories in a browser that WebDriver moves: a server process with the world, and one window. */
export interface RemoteStage {
  readonly world: World
  readonly server: Installation
  readonly page: RemotePage
  /** The address of a topic of design. */
  addressOf(topic: string): string
  openTopic(topic: string): Promise<void>
  /** Sends a message to a topic of design as Otto. */
  send(topic: string, content: string): Promise<number>
  /** The newest messages of a topic of design, as the server has them. */
  sentTo(topic: string): Promise<string[]>
}

/** Prepares the stories of a file, which share a window. A story fails if the browser tells of an error. */
export function remoteStage(start: () => Promise<RemoteBrowser>): RemoteStage {
  let server: Installation
  let world: World
  let page: RemotePage
  let heard = 0

  beforeAll(async () => {
    server = await installation({ ...worldSettings, TAGMA_WEB_CLIENT: await clientForTests() })
    await server.start()
    world = await makeWorld(server.url)
    // Otherwise a link shows what is public before it asks who reads.
    await world.people.olive.call(updateRealm, { enable_spectator_access: false })
    page = remotePage(await start())
    await page.browser.resize(1440, 900)
  })
  afterAll(async () => {
    await page?.browser.close()
    await server?.remove()
  })
  afterEach(() => {
    const found = page.browser.complaints.slice(heard)
    heard += found.length
    // A server that is away on purpose is no mistake of the page.
    expect(found.filter((text) => !/NetworkError|Failed to fetch|network error/i.test(text))).toEqual([])
  })

  const story: RemoteStage = {
    get world() {
      return world
    },
    get server() {
      return server
    },
    get page() {
      return page
    },
    addressOf: (topic) => `${server.url}/#narrow/channel/${world.channels.design}-design/topic/${topic}`,
    async openTopic(topic) {
      await page.browser.open(story.addressOf(topic))
      await page.find({ role: 'heading', name: topic })
    },
    send: (topic, content) => world.send('otto', { channel: 'design', topic }, content),
    async sentTo(topic) {
      const { messages } = await world.people.iris.call(getMessages, {
        narrow: [
          { operator: 'channel', operand: world.channels.design, negated: false },
          { operator: 'topic', operand: topic, negated: false },
        ],
        anchor: 'newest',
        num_before: 20,
        num_after: 0,
        apply_markdown: false,
      })
      return messages.map(({ content }) => content)
    },
  }
  return story
}
