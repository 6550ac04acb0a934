import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { articleOf, headingOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, stage, widths } from '#test/story.ts'

// Where one reads, and what a place says about itself.

const story = stage()
const { open } = inTopics(story)

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
