import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inTopics } from '#test/in-topics.ts'
import { sizes, stage } from '#test/story.ts'

const story = stage()
const { open, send } = inTopics(story)

const follows = (page: Page) =>
  page.locator('[role="status"]', { hasText: 'You follow' }).getByText('You follow').locator('..')

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test.each([...sizes, ['on a tablet', { viewport: { width: 820, height: 1180 } }]] as const)(
  '%s, a line that tells what happened covers neither the box nor the newest message',
  async (name, options) => {
    for (let count = 1; count <= 30; count++) await send('otto', name, `Line ${count}`)
    const page = await open('iris', name, options)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    const toast = follows(page)
    await toast.waitFor()
    await send('otto', name, 'The last one')
    const newest = page.getByRole('article').filter({ hasText: 'The last one' })
    await newest.scrollIntoViewIfNeeded()
    expect(await overlap(toast, page.locator('[data-composer]'))).toBe(false)
    expect(await overlap(toast, newest)).toBe(false)
  },
)

test('in a conversation with one message, the line does not lie on it', async () => {
  await send('otto', 'one message', 'All there is')
  const page = await open('iris', 'one message', sizes[1][1])
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await follows(page).waitFor()
  expect(await overlap(follows(page), page.getByRole('article'))).toBe(false)
})
