import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, boxOf, inTopics } from '#test/in-topics.ts'
import { sizes, stage } from '#test/story.ts'

const story = stage()
const { send, open, addressOf, messagesOf } = inTopics(story)

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Chooses how long messages wait, and opens a topic. */
async function openHolding(
  topic: string,
  choice: string,
  options: Parameters<typeof open>[2],
): Promise<Page> {
  await send('otto', topic, 'Hello')
  const page = await story.open('iris', { path: '/#settings/preferences', ...options })
  await page.getByRole('combobox', { name: /^Hold sent messages back/ }).selectOption(choice)
  await page.goto(addressOf(topic))
  await boxOf(page, topic).waitFor()
  return page
}

test.each(sizes)(
  '%s, a message that is held back is taken back into its box, and sent when nobody does',
  async (_, size) => {
    const topic = `held ${Object.keys(size).length}`
    const page = await openHolding(topic, '10 seconds', size)
    await boxOf(page, topic).fill('Too soon')
    await boxOf(page, topic).press('Control+Enter')
    await articleOf(page, 'Too soon').waitFor()
    await notice(page, 'Sent in 10 seconds.').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => boxOf(page, topic).inputValue()).toBe('Too soon')
    expect(await articleOf(page, 'Too soon').count()).toBe(0)
    await boxOf(page, topic).fill('Just right')
    await boxOf(page, topic).press('Control+Enter')
    await notice(page, 'Sent in 10 seconds.').waitFor()
    // A later text stays behind it.
    await boxOf(page, topic).fill('And more')
    await page.reload()
    await boxOf(page, topic).waitFor()
    await expect
      .poll(async () => (await messagesOf('iris', topic)).map(({ content }) => content), { timeout: 20_000 })
      .toEqual(['Hello', 'Just right'])
    expect(await boxOf(page, topic).inputValue()).toBe('And more')
  },
)

test('the text of a message that is taken back stands before what is written since, and Ctrl+Z takes it back', async () => {
  const page = await openHolding('two texts', '5 seconds', {})
  await boxOf(page, 'two texts').fill('First')
  await boxOf(page, 'two texts').press('Control+Enter')
  await notice(page, 'Sent in 5 seconds.').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => boxOf(page, 'two texts').inputValue()).toBe('First')
  await expect.poll(() => notice(page, 'Sent in').count()).toBe(0)
  expect(await messagesOf('iris', 'two texts')).toHaveLength(1)
})

test('without a choice, a message is sent at once', async () => {
  await send('otto', 'at once', 'Hello')
  const page = await open('iris', 'at once')
  await boxOf(page, 'at once').fill('Now')
  await boxOf(page, 'at once').press('Control+Enter')
  await expect.poll(async () => (await messagesOf('iris', 'at once')).length).toBe(2)
  expect(await notice(page, 'Sent in').count()).toBe(0)
})
