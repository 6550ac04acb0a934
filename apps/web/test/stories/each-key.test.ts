import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { comesTrue } from '#test/comes-true.ts'
import { articleOf, boxOf, headingOf, inTopics, rowOf } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

// Presses each key of the help that no other story presses. A row says where the key is pressed, and what it changes.

const story = stage()
const { send, addressOf } = inTopics(story)
const topic = 'each key'

interface Ids {
  /** The oldest and the newest message of the topic. */
  readonly first: number
  readonly last: number
}

interface Key {
  readonly keys: string
  /** Brings the focus to where the key is pressed, in the topic; otherwise that is its newest message. */
  readonly from?: (page: Page, ids: Ids) => Promise<unknown>
  /** Returns the thing that the key changes. `is` has its value afterwards. */
  readonly see: (page: Page, ids: Ids) => unknown
  readonly is: unknown
}

const hash = (page: Page) => decodeURIComponent(new URL(page.url()).hash)
const scroller = (page: Page) => page.locator('.main .messages-scroller')
const inBox = async (page: Page) => {
  const box = boxOf(page, topic)
  await box.fill('word')
  await box.selectText()
}
const text = (page: Page) => boxOf(page, topic).inputValue()
const has = async (count: Promise<number>) => (await count) > 0
const activeTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)
const isInSight = async (page: Page, id: number) =>
  page.evaluate((messageId) => {
    const { top, bottom } = document.querySelector('.main .messages-scroller')!.getBoundingClientRect()
    const box = document.querySelector(`article[data-id="${messageId}"]`)?.getBoundingClientRect()
    return box !== undefined && box.bottom > top && box.top < bottom
  }, id)
const toTop = (page: Page) => scroller(page).evaluate((element) => element.scrollTo(0, 0))

const places: readonly Key[] = [
  { keys: 'Shift+I', see: hash, is: '#inbox' },
  { keys: 't', see: hash, is: '#recent' },
  { keys: '*', see: hash, is: '#narrow/is/starred' },
  { keys: 'Shift+P', see: hash, is: '#narrow/is/dm' },
  { keys: 'p', see: (page) => has(headingOf(page, 'Mia Sato').count()), is: true },
  // The topic “logo” is followed, too, and comes first.
  { keys: 'Shift+N', see: (page) => has(headingOf(page, 'logo').count()), is: true },
  {
    keys: 'z',
    from: async (page, { last }) => {
      await page.goto(`/#narrow/channel/${story.world.channels.design}-design/near/${last}`)
      await headingOf(page, 'design').waitFor()
      await articleOf(page, 'Key 60').focus()
    },
    see: (page) => has(headingOf(page, topic).count()),
    is: true,
  },
  { keys: 'Shift+R', see: (page) => has(headingOf(page, 'Otto Lindqvist').count()), is: true },
  {
    keys: 'Alt+Shift+ArrowUp',
    from: async (page) => {
      await page.evaluate(
        (address) => location.assign(address),
        `#topics/channel/${story.world.channels.design}-design`,
      )
      await rowOf(page, /^each key/).click()
      await rowOf(page, /^each followed/).waitFor()
    },
    see: (page) => has(headingOf(page, 'each followed').count()),
    is: true,
  },
  // The feed marks what it shows as read.
  { keys: 'a', see: hash, is: '#feed' },
]

const reading: readonly Key[] = [
  {
    keys: 'Shift+F',
    see: (page) => has(page.getByRole('searchbox', { name: 'Find in the conversation' }).count()),
    is: true,
  },
  { keys: 'Ctrl+.', see: async (page) => [await activeTag(page), await text(page)], is: ['TEXTAREA', ''] },
  {
    keys: 'Shift+Home',
    see: (page) => has(page.getByRole('button', { name: 'Back to where you were' }).count()),
    is: true,
  },
  { keys: 'Shift+G', from: toTop, see: (page, { last }) => isInSight(page, last), is: true },
  {
    keys: 'Shift+K',
    see: (page) => scroller(page).evaluate((e) => e.scrollTop + e.clientHeight < e.scrollHeight - 200),
    is: true,
  },
  {
    keys: 'Shift+J',
    from: async (page, { first }) => {
      await page.goto(addressOf(topic, `/near/${first}`))
      await page.locator(`article[data-id="${first}"]`).focus()
    },
    see: (page) => scroller(page).evaluate((e) => e.scrollTop > 300),
    is: true,
  },
  {
    keys: '=',
    see: (page) => has(articleOf(page, 'Key 60').getByRole('button', { pressed: true }).count()),
    is: true,
  },
  {
    keys: 'Shift+H',
    see: (page) => has(page.getByRole('dialog', { name: 'Earlier versions' }).count()),
    is: true,
  },
]

const writing: readonly Key[] = [
  { keys: 'Ctrl+[', from: inBox, see: activeTag, is: 'ARTICLE' },
  { keys: 'Ctrl+B', from: inBox, see: text, is: '**word**' },
  { keys: 'Ctrl+I', from: inBox, see: text, is: '*word*' },
  { keys: 'Ctrl+E', from: inBox, see: text, is: '`word`' },
  { keys: 'Ctrl+Shift+L', from: inBox, see: text, is: '[word](https://)' },
  {
    keys: "Ctrl+'",
    from: inBox,
    see: (page) => has(page.getByRole('dialog', { name: 'Snippets' }).count()),
    is: true,
  },
  {
    keys: 'Ctrl+Shift+F',
    from: inBox,
    see: (page) => boxOf(page, topic).evaluate((e) => e.clientHeight > innerHeight / 2),
    is: true,
  },
  {
    keys: 'Ctrl+Shift+Enter',
    from: inBox,
    see: (page) => has(page.getByRole('menu', { name: 'Send later' }).count()),
    is: true,
  },
]

let prepared: Promise<Ids> | undefined

async function prepare(): Promise<Ids> {
  const { people, channels } = story.world
  const ids: number[] = []
  for (let number = 1; number <= 60; number++) ids.push(await send('otto', topic, `Key ${number}`))
  const [first, last] = [ids[0]!, ids.at(-1)!]
  await people.otto.call(updateMessage, { message_id: last, content: 'Key 60, edited' })
  await people.mia.call(addReaction, { message_id: last, emoji_name: 'tada' })
  await people.iris.call(updateUserTopic, {
    stream_id: channels.design,
    topic: 'each followed',
    visibility_policy: 3,
  })
  await send('otto', 'each followed', 'Follow me')
  await story.world.send('mia', ['iris'], 'Only you')
  await send('otto', 'each unread', 'Read me')
  return { first, last }
}

test.each([
  ['places', places],
  ['reading', reading],
  ['writing', writing],
] as const)('each key works: %s', async (_, table) => {
  const ids = await (prepared ??= prepare())
  const page = await story.open('iris', { path: '/#inbox' })
  const found: (readonly [string, unknown])[] = []
  for (const { keys, from, see, is } of table) {
    // At the newest message, whatever the key before did.
    await page.goto('about:blank')
    await page.goto(addressOf(topic, `/near/${ids.last}`))
    const newest = articleOf(page, 'Key 60')
    await newest.waitFor()
    await newest.focus()
    if (from) await from(page, ids)
    await page.keyboard.press(keys.replace('Ctrl', 'Control'))
    const isSo = async () => JSON.stringify(await see(page, ids)) === JSON.stringify(is)
    found.push([keys, (await comesTrue(isSo)) ? is : await see(page, ids)])
  }
  expect(found).toEqual(table.map(({ keys, is }) => [keys, is]))
})
