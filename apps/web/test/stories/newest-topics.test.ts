import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowOf } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

// One call brings the newest topics of all channels, for *Recent* and for searching a topic by its name.

const story = stage()

/** Makes channels of Mia's with a topic each, read, and older than all messages that her page begins with. */
async function oldTopics(
  name: string,
  count: number,
  noise: (at: number) => string = () => 'noise',
): Promise<void> {
  const { mia } = story.world.people
  for (let at = 0; at < count; at++) {
    const { id } = await mia.call(createChannel, { name: `${name} ${at}`, subscribers: [mia.id] })
    const message = { topic: `${name} topic ${at}`, content: 'Old', read_by_sender: true }
    await mia.call(sendMessage, { type: 'channel', to: id, ...message })
  }
  for (let at = 0; at < 420; at += 60)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        story.world.send('otto', { channel: 'design', topic: noise(at + n) }, `${at + n}`),
      ),
    )
}

/** The calls for topics that a page makes. */
function topicCalls(page: Page): { readonly one: string[]; readonly all: string[] } {
  const calls = { one: [] as string[], all: [] as string[] }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/json\/users\/me\/\d+\/topics$/.test(pathname)) calls.one.push(pathname)
    if (pathname === '/json/tagma/topics') calls.all.push(pathname)
  })
  return calls
}

test('recent has the topics of all channels by one call, and the search knows a title that was not loaded', async () => {
  await oldTopics('archive', 5)
  const page = await story.open('mia', { path: '/#keyboard-shortcuts' })
  const calls = topicCalls(page)
  await page.goto('/#recent')
  for (let at = 0; at < 5; at++) await rowOf(page, new RegExp(`archive topic ${at}`)).waitFor()
  expect(calls).toEqual({ one: [], all: ['/json/tagma/topics'] })

  const other = await story.open('mia', { path: '/#inbox' })
  await other.getByRole('region', { name: 'Conversations' }).waitFor()
  const asked = other.waitForResponse((response) => response.url().includes('/json/tagma/topics'))
  await other.keyboard.press('Control+k')
  const palette = other.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').waitFor()
  await asked
  await palette.getByRole('combobox').fill('archive topic 3')
  await palette.getByRole('option', { name: /^archive topic 3/ }).waitFor()
})

test('the palette finds a topic that is on none of the pages so far, also where the text was typed before they came', async () => {
  await oldTopics('older', 5, (at) => `newer ${at % 210}`)
  const page = await story.open('mia', { path: '/#inbox' })
  await page.getByRole('region', { name: 'Conversations' }).waitFor()
  const calls = topicCalls(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('older topic 3')
  await palette.getByRole('option', { name: /^older topic 3/ }).waitFor()
  expect(calls).toEqual({ one: [], all: ['/json/tagma/topics', '/json/tagma/topics'] })
})

test('Enter that comes before the frame of a text opens what the text finds', async () => {
  const page = await story.open('mia', { path: '/#inbox' })
  await page.getByRole('region', { name: 'Conversations' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await field.evaluate((element: HTMLInputElement) => {
    element.value = 'engine'
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await expect.poll(() => page.url()).toContain('-engine')
})
