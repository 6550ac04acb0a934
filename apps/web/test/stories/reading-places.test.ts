import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, sizes, stage, widths } from '#test/story.ts'

// Where one reads, and what a place says about itself.

const story = stage()
const { addressOf, open, send } = inTopics(story)

/** Ids of the messages that are wholly in sight. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const { top = 0, bottom = 0 } =
      document.querySelector('.messages-scroller')?.getBoundingClientRect() ?? {}
    return [...document.querySelectorAll<HTMLElement>('article.message')]
      .filter((each) => {
        const box = each.getBoundingClientRect()
        return box.top >= top - 1 && box.bottom <= bottom
      })
      .map((each) => Number(each.dataset['id']))
  })

/** The keys of the places that the device keeps. */
const placesOn = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith('tagma places ')
        ? (JSON.parse(String(text)) as [string, unknown][]).map(([name]) => name)
        : [],
    ),
  )

/** Scrolls a list up, and returns the message at its upper edge when it is kept on the device. */
async function scrolledAway(page: Page): Promise<number> {
  const newest = page.getByRole('button', { name: 'Newest' })
  const up = () => page.evaluate(() => document.querySelector('.messages-scroller')!.scrollBy(0, -400))
  // While the list is still being drawn, it goes back to its end.
  await expect.poll(async () => (await newest.count()) > 0 || (await up(), false)).toBe(true)
  await expect.poll(async () => (await placesOn(page)).length).toBe(1)
  const [first = 0] = await inSight(page)
  return first
}

/** A message of several lines. */
const tall = (text: string) => `${text}.${'\n\nOne more line.'.repeat(4)}`

/** Fills a topic with 20 messages that Iris has read. */
async function readTopic(topic: string): Promise<number[]> {
  const ids: number[] = []
  for (let each = 1; each <= 20; each++) ids.push(await send('mia', topic, tall(`${topic} ${each}`)))
  await story.world.people.iris.call(updateMessageFlags, { messages: ids, op: 'add', flag: 'read' })
  return ids
}

test.each(widths)('%s, one goes to a day in a conversation, and back', async (_, size) => {
  const { colors: messages, people } = story.world
  await people.iris.call(updateMessageFlags, { messages: [...messages], op: 'add', flag: 'read' })
  const page = await open('iris', 'colors', size)
  await articleOf(page, 'Grey number 120').waitFor()
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Go to a day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Go to a day' })
  await dialog.waitFor()
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByLabel('Day').fill('')
  await dialog.getByRole('button', { name: 'Go there' }).click()
  await dialog.getByRole('alert').getByText('Choose a day.').waitFor()
  // The messages are of today, so this is the first of them.
  await dialog.getByLabel('Day').fill('2020-02-29')
  await dialog.getByRole('button', { name: 'Go there' }).click()
  const first = page.locator(`article[data-id="${messages[0]}"]`)
  await expect.poll(async () => (await first.boundingBox())?.y ?? -1).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  const last = page.locator(`article[data-id="${messages.at(-1)}"]`)
  const height = page.viewportSize()!.height
  await expect.poll(async () => (await last.boundingBox())?.y ?? height).toBeLessThan(height)
})

test('a private channel whose history is protected says from when on one sees it', async () => {
  const { secret, design } = story.world.channels
  const page = await story.open('otto', { path: `/#topics/channel/${secret}` })
  const list = page.getByRole('region', { name: 'Conversations' })
  const note = list.getByText('You see messages since you joined.')
  await expect.poll(() => note.count()).toBe(1)
  await page.goto(`/#topics/channel/${design}`)
  await list.getByText('colors').waitFor()
  expect(await note.count()).toBe(0)
})

test('the feed of a channel says that it is archived, as soon as it is', async () => {
  const { olive, iris } = story.world.people
  const { id } = await olive.call(createChannel, { name: 'fair', subscribers: [iris.id, olive.id] })
  const page = await story.open('iris', { path: `/#narrow/channel/${id}` })
  await headingOf(page, 'fair').waitFor()
  await olive.call(archiveStream, { stream_id: id })
  await expect.poll(() => page.getByText('This channel is archived.').count()).toBe(1)
})

test('who may not begin direct conversations is told who may, and goes on with those that exist', async () => {
  const { olive, mia } = story.world.people
  await story.world.send('otto', ['mia'], 'Hello, Mia')
  await olive.call(updateRealm, {
    direct_message_initiator_group: { new: { direct_members: [olive.id], direct_subgroups: [] } },
  })
  const page = await story.open('mia', { path: `/#narrow/dm/${mia.id},${story.world.people.iris.id}-dm` })
  await expect
    .poll(() => page.getByText('Only these may begin a direct conversation: Olive Hart.').count())
    .toBe(1)
  expect(await page.getByRole('textbox', { name: 'Message Iris Okafor' }).count()).toBe(0)
  await page.goto(`/#narrow/dm/${mia.id},${story.world.people.otto.id}-dm`)
  await page.getByRole('textbox', { name: 'Message Otto Lindqvist' }).waitFor()
})

test.each(sizes)(
  '%s, a conversation that is read opens where one left it on this device, also after a reload',
  async (where, size) => {
    const topic = `stopped ${where}`
    await readTopic(topic)
    const page = await open('iris', topic, size)
    await articleOf(page, `${topic} 20.`).waitFor()
    const place = await scrolledAway(page)
    await page.reload()
    await expect.poll(() => inSight(page)).toContain(place)
    expect((await inSight(page))[0]).toBe(place)
    // Elsewhere, a reload, and Back.
    await page.evaluate(() => (location.hash = '#inbox'))
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.goBack()
    await headingOf(page, topic).waitFor()
    await expect.poll(() => inSight(page)).toContain(place)
    // The end is the end.
    await page.getByRole('button', { name: 'Newest' }).click()
    await expect.poll(() => placesOn(page)).toEqual([])
    await page.reload()
    await articleOf(page, `${topic} 20.`).waitFor()
    expect(await page.getByRole('button', { name: 'Newest' }).count()).toBe(0)
  },
)

test('a browser that was closed knows where one stopped, and other devices do not', async () => {
  await readTopic('restart')
  const page = await open('iris', 'restart')
  await articleOf(page, 'restart 20.').waitFor()
  const place = await scrolledAway(page)
  // Nothing is told of the end to the page: the computer was switched off.
  const storageState = await page.context().storageState()
  await page.context().close()
  const next = await open('iris', 'restart', { storageState })
  await expect.poll(() => inSight(next)).toContain(place)
  const other = await open('iris', 'restart')
  await articleOf(other, 'restart 20.').waitFor()
  expect(await inSight(other)).not.toContain(place)
})

/** Has Otto give a topic another name, without a word in it. */
const rename = (id: number, topic: string) =>
  story.world.people.otto.call(updateMessage, {
    message_id: id,
    topic,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
  })

test('a topic that is renamed while one reads, is elsewhere or is away stands where one stopped', async () => {
  const [id = 0] = await readTopic('first name')
  const page = await open('iris', 'first name')
  await articleOf(page, 'first name 20.').waitFor()
  const place = await scrolledAway(page)
  await rename(id, 'second name')
  await headingOf(page, 'second name').waitFor()
  await expect.poll(async () => (await inSight(page))[0]).toBe(place)
  // Elsewhere.
  await page.evaluate(() => (location.hash = '#inbox'))
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await rename(id, 'third name')
  await page.goto(addressOf('third name'))
  await headingOf(page, 'third name').waitFor()
  await expect.poll(async () => (await inSight(page))[0]).toBe(place)
  // Away.
  await page.goto('about:blank')
  await rename(id, 'fourth name')
  await page.goto('/#inbox')
  await expect.poll(() => placesOn(page)).toEqual([expect.stringContaining('topic:fourth')])
  await page.goto(addressOf('fourth name'))
  await headingOf(page, 'fourth name').waitFor()
  await expect.poll(async () => (await inSight(page))[0]).toBe(place)
})

test('a message that the address names comes before the place where one stopped', async () => {
  const ids = await readTopic('named')
  const named = ids[1]!
  const page = await open('iris', 'named')
  await articleOf(page, 'named 20.').waitFor()
  expect(await scrolledAway(page)).toBeGreaterThan(named)
  await page.goto('about:blank')
  await page.goto(addressOf('named', `/near/${named}`))
  await expect.poll(() => inSight(page)).toContain(named)
})

test.each(['above', 'at the end'])(
  'what came while the browser was closed comes before the place where one stopped, %s',
  async (where) => {
    const topic = `overtaken ${where}`
    await readTopic(topic)
    const page = await open('iris', topic)
    await articleOf(page, `${topic} 20.`).waitFor()
    if (where === 'above') await scrolledAway(page)
    await page.goto('about:blank')
    const first = await send('otto', topic, tall('News 1'))
    for (let each = 2; each <= 12; each++) await send('otto', topic, tall(`News ${each}`))
    await page.goto(addressOf(topic))
    await expect.poll(() => inSight(page)).toContain(first)
    await page.getByRole('separator', { name: 'New messages' }).waitFor()
  },
)

test('Home and End take the focus along, and a message that goes leaves it to the next one', async () => {
  const ids = await readTopic('ends')
  const page = await open('iris', 'ends')
  await articleOf(page, 'ends 20.').waitFor()
  const focused = () => page.evaluate(() => Number((document.activeElement as HTMLElement).dataset['id']))
  await page.locator(`article[data-id="${ids.at(-1)}"]`).focus()
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe(ids[0])
  await page.keyboard.press('End')
  await expect.poll(focused).toBe(ids[19])
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe(ids[18])
  await story.world.people.olive.call(deleteMessage, { message_id: ids[18]! })
  await expect.poll(focused).toBe(ids[19])
  await page.keyboard.press('Shift+T')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Topic' }).fill('other ends')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(ids[17])
})

test('signing out forgets where one stopped', async () => {
  // The call that waits for events ends with the session.
  story.expectComplaint('401')
  await readTopic('forgotten')
  const page = await open('iris', 'forgotten')
  await articleOf(page, 'forgotten 20.').waitFor()
  await scrolledAway(page)
  await page.getByRole('button', { name: /Analytical Engine/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login\//)
  expect(await placesOn(page)).toEqual([])
})
