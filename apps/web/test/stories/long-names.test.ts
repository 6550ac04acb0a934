import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getSavedSnippets } from '@tagma/contract/endpoints/snippets/get-saved-snippets.ts'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { stage } from '#test/story.ts'

// A name that is longer than the server takes is never cut: it stays, says so, and nothing is sent until it fits.

const story = stage()
const tooLong = 'x'.repeat(61)

/** Types a name that is too long, and sees that it stays and that Enter sends nothing. */
async function typeTooLong(field: Locator): Promise<void> {
  await field.fill('')
  await field.pressSequentially(tooLong)
  await field.page().getByRole('alert').getByText('At most 60 characters. These are 61.').waitFor()
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([tooLong, 'true'])
  await field.press('Enter')
}

test('the title of a new topic stays as it was typed, and the message waits until it fits', async () => {
  const { design } = story.world.channels
  const page = await story.open('iris', { path: `/#new/topic/${design}` })
  const box = page.getByRole('textbox', { name: /^Message/ })
  await box.fill('Which paper?')
  const topic = page.getByRole('combobox', { name: 'Topic' })
  await typeTooLong(topic)
  await box.press('Control+Enter')
  await expect.poll(() => topic.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await box.inputValue()).toBe('Which paper?')
  await topic.press('End')
  await topic.press('Backspace')
  await expect.poll(() => topic.getAttribute('aria-invalid')).toBe('false')
  await box.press('Control+Enter')
  await page.getByRole('article').getByText('Which paper?').waitFor()
  await expect
    .poll(async () => {
      const args = { anchor: 'newest', num_before: 1, num_after: 0 } as const
      return (await story.world.people.iris.call(getMessages, args)).messages[0]?.subject
    })
    .toBe(tooLong.slice(1))
})

test('the topic to which messages are moved stays as it was typed', async () => {
  const { design } = story.world.channels
  await story.world.send('iris', { channel: 'design', topic: 'frames' }, 'Of wood?')
  const page = await story.open('iris', { path: `/#narrow/channel/${design}-design/topic/frames` })
  const message = page.getByRole('article').filter({ hasText: 'Of wood?' })
  await message.focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  const topic = dialog.getByLabel('Topic', { exact: true })
  await typeTooLong(topic)
  expect(await dialog.count()).toBe(1)
  await topic.fill('picture frames')
  await topic.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'picture frames' }).waitFor()
})

test('the name of a kept text stays as it was typed', async () => {
  const { design } = story.world.channels
  const page = await story.open('iris', { path: `/#narrow/channel/${design}-design/topic/logo` })
  await page.getByRole('textbox', { name: /^Message/ }).fill('Thank you for asking.')
  await page.getByRole('button', { name: 'Snippets' }).click()
  const name = page.getByRole('textbox', { name: 'Name of the snippet' })
  await typeTooLong(name)
  const kept = async () => (await story.world.people.iris.call(getSavedSnippets, {})).saved_snippets
  expect(await kept()).toEqual([])
  await name.fill('Thanks')
  await name.press('Enter')
  await expect.poll(async () => (await kept()).map(({ title }) => title)).toEqual(['Thanks'])
})
