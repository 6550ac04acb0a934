import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf, inTopics } from '#test/in-topics.ts'
import { stage } from '#test/story.ts'

const story = stage()
const { addressOf, open, send } = inTopics(story)

/** Counts a browser's registrations, and its waiting calls now and at most. */
function callsOf(context: BrowserContext) {
  const waiting = new Set<unknown>()
  const calls = { registrations: 0, most: 0 }
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/json/register') calls.registrations++
    if (pathname !== '/json/events' || searchParams.get('dont_block') === 'true') return
    waiting.add(request)
    calls.most = Math.max(calls.most, waiting.size)
  })
  const end = (request: unknown) => void waiting.delete(request)
  context.on('requestfinished', end)
  context.on('requestfailed', end)
  return calls
}

test('windows of a browser hear of everything by one waiting call, and go on when the one that makes it is closed', async () => {
  await send('otto', 'windows', 'Before all')
  const first = await open('iris', 'windows')
  const calls = callsOf(first.context())
  const second = await first.context().newPage()
  await second.goto(addressOf('windows'))
  const third = await first.context().newPage()
  await third.goto(addressOf('windows'))
  for (const page of [first, second, third]) await articleOf(page, 'Before all').waitFor()
  await send('otto', 'windows', 'For all three')
  for (const page of [first, second, third]) await articleOf(page, 'For all three').waitFor()
  expect(calls).toEqual({ registrations: 0, most: 1 })

  await third.close()
  await send('otto', 'windows', 'For two')
  for (const page of [first, second]) await articleOf(page, 'For two').waitFor()
  await second.reload()
  await send('otto', 'windows', 'After a reload')
  for (const page of [first, second]) await articleOf(page, 'After a reload').waitFor()
  await second.close()
  await send('otto', 'windows', 'For one')
  await articleOf(first, 'For one').waitFor()
  expect(calls.registrations).toBe(0)
  expect(await first.getByRole('article').allTextContents()).toHaveLength(5)
})

test('what one writes in a window stands once in the other', async () => {
  await send('otto', 'written once', 'Who writes?')
  const first = await open('iris', 'written once')
  const second = await first.context().newPage()
  await second.goto(addressOf('written once'))
  await articleOf(second, 'Who writes?').waitFor()
  const box = second.getByRole('textbox', { name: 'Message #design > written once' })
  await box.fill('I do.')
  await box.press('Control+Enter')
  for (const page of [first, second]) {
    await articleOf(page, 'I do.').waitFor()
    await expect.poll(() => articleOf(page, 'I do.').getByText('Sending').count()).toBe(0)
    expect(await articleOf(page, 'I do.').count()).toBe(1)
  }
})
