import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type OpenOptions, phone, stage, viewports } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'
import { fixTimes, type ManyUnread } from './fixed-times.ts'
import { pictureProblem } from './kept-picture.ts'
import { addHardCases, everything, openSight, type Sight } from './pages.ts'

// The look of the main screens: pictures are compared with kept ones, so that a review sees what changes.

const story = stage()

/** A screen of which pictures are kept. */
interface Screen extends Omit<Sight, 'name'> {
  /** Who looks at it; nobody is signed in otherwise. */
  readonly who?: PersonName
  readonly unread?: ManyUnread
}

const hardNames = {
  channel: 'Wirtschaftsprüfungsgesellschaften und ihre Angelegenheiten',
  topic: 'Rechtsschutzversicherungsgesellschaften in ganz Mitteleuropa',
}

/** Id of the channel with a long name. */
let longChannel = 0

beforeAll(async () => {
  const { world } = story
  const { olive, iris, otto, mia } = world.people
  await addHardCases(world)
  longChannel = (
    await olive.call(createChannel, {
      name: hardNames.channel,
      subscribers: [iris.id, otto.id],
      send_new_subscription_messages: false,
    })
  ).id
  await sendPictures()
  await mia.call(markAllAsRead, {})
  // Opening a conversation marks nothing as read, and keeps no draft: the pictures do not depend on their order.
  for (const person of [iris, mia])
    await person.call(updateSettings, {
      web_mark_read_on_scroll_policy: 3,
      enable_drafts_synchronization: false,
    })
})

/** Sends two pictures, high and wide, to the topic with a long title. */
async function sendPictures(): Promise<void> {
  const { otto } = story.world.people
  for (const [width, height] of [
    [300, 900],
    [1600, 400],
  ] as const) {
    const drawing = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#2f6b5e"/><circle cx="50%" cy="50%" r="90" fill="#f2b84b"/></svg>`
    const bytes = new Uint8Array(await sharp(Buffer.from(drawing)).png().toBuffer())
    const { url } = await otto.call(uploadFile, {
      file: [{ filename: `${width}.png`, contentType: 'image/png', bytes }],
    })
    await otto.call(sendMessage, {
      type: 'channel',
      to: longChannel,
      topic: hardNames.topic,
      content: `[A picture ${width} wide](${url})`,
    })
  }
}

const topicAddress = (channelId: number, topic: string) =>
  `/#narrow/channel/${channelId}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`

const inList = ['region', 'Conversations'] as const

/** The screens by name. They are made when they are needed: the world has its ids by then. */
const screens: Readonly<Record<string, () => Screen>> = {
  inbox: () => ({ who: 'iris', path: '/#inbox', shows: inList }),
  'nothing unread': () => ({ who: 'mia', path: '/#inbox', shows: inList }),
  'very much unread': () => ({
    who: 'iris',
    path: '/#inbox',
    shows: inList,
    unread: { channelId: story.world.channels.design, topic: 'logo', count: 99_999 },
  }),
  conversation: () => ({
    who: 'iris',
    path: topicAddress(story.world.channels.design, everything),
    shows: ['heading', everything],
    act: (page) => page.getByText('Which grey?', { exact: true }).waitFor(),
  }),
  'long names': () => ({
    who: 'iris',
    path: topicAddress(longChannel, hardNames.topic),
    shows: ['heading', hardNames.topic],
    act: (page) => page.getByRole('img', { name: 'A picture 1600 wide' }).waitFor(),
  }),
  'direct messages': () => ({
    who: 'iris',
    path: `/#narrow/dm/${story.world.people.otto.id}-dm`,
    act: (page) => page.getByRole('article').first().waitFor(),
  }),
  channel: () => ({
    who: 'iris',
    path: `/#narrow/channel/${story.world.channels.design}-design`,
    act: (page) => page.getByRole('article').first().waitFor(),
  }),
  search: () => ({
    who: 'iris',
    path: '/#narrow/search/grey',
    shows: ['list', 'Search results'],
    act: (page) => page.getByText('Which grey?').first().waitFor(),
  }),
  completion: () => ({
    who: 'iris',
    path: topicAddress(story.world.channels.design, 'logo'),
    shows: ['heading', 'logo'],
    async act(page) {
      await page.getByRole('textbox', { name: /^Message/ }).fill('Good. ')
      await page.getByRole('textbox', { name: /^Message/ }).press('End')
      await page.keyboard.type('@o')
      await page.getByRole('option').first().waitFor()
    },
  }),
  palette: () => ({
    who: 'iris',
    path: topicAddress(story.world.channels.design, 'logo'),
    shows: ['heading', 'logo'],
    async act(page) {
      // With the focus on a message, the palette offers what can be done with it.
      await page.getByRole('article').last().focus()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first().waitFor()
    },
  }),
  places: () => ({ who: 'iris', path: '/#places', shows: ['navigation', 'Places'] }),
  'all channels': () => ({ who: 'iris', path: '/#channels/all' }),
  'new topic': () => ({ who: 'iris', path: `/#new/topic/${story.world.channels.design}` }),
  'sign-in': () => ({ path: '/login/' }),
}

const sizes: Readonly<Record<string, OpenOptions>> = {
  390: phone,
  820: { viewport: viewports.tablet },
  1440: { viewport: viewports.desk },
}

// Another machine has other fonts: there, people compare by `npm run test:web -- --all`.
test.skipIf(process.env.CI).each(Object.keys(screens))('the screen “%s” looks as it did', async (name) => {
  const { who, unread, ...sight } = screens[name]!()
  const problems: string[] = []
  for (const [size, options] of Object.entries(sizes)) {
    // A page without the client: nothing begins before the times are fixed.
    const opening = { ...options, path: '/accounts/password/reset/' }
    const page = await (who === undefined ? story.openSignedOut(opening) : story.open(who, opening))
    await fixTimes(page, unread)
    await openSight(page, { ...sight, name })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const file = `${name.replaceAll(' ', '-')}-${size}-${colorScheme}`
      const problem = await pictureProblem(file, await pictureAtRest(page))
      if (problem !== undefined) problems.push(problem)
    }
    await page.close()
  }
  expect(problems).toEqual([])
})

/** Takes pictures of a page until two are the same. */
async function pictureAtRest(page: Page): Promise<Buffer> {
  let last: Buffer | undefined
  await expect
    .poll(
      async () => {
        const before = last
        last = await page.screenshot({ animations: 'disabled', caret: 'hide' })
        return before?.equals(last)
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(true)
  return last!
}
