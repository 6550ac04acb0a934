import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getDrafts } from '@tagma/contract/endpoints/drafts/get-drafts.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boxOf, inTopics, rowOf } from '#test/in-topics.ts'
import { phone, stage } from '#test/story.ts'

const story = stage()
const { send, open, addressOf, messagesOf } = inTopics(story)
/** Texts go to the server after three seconds of rest. */

const textsOf = async (topic: string) => (await messagesOf('iris', topic)).map(({ content }) => content)
const draftsOnServer = async () =>
  (await story.world.people.mia.call(getDrafts, {})).drafts.map(({ content }) => content)

async function type(page: Page, topic: string, text: string): Promise<void> {
  await boxOf(page, topic).focus()
  await page.keyboard.type(text)
}

test('a text is in the box of the other device, and emptied there it is gone here', async () => {
  await send('otto', 'shared', 'Hello')
  const [here, there] = [await open('mia', 'shared'), await open('mia', 'shared', phone)]
  await type(here, 'shared', 'Half a thought')
  await expect.poll(() => boxOf(there, 'shared').inputValue()).toBe('Half a thought')
  await boxOf(there, 'shared').fill('')
  await expect.poll(() => boxOf(here, 'shared').inputValue()).toBe('')
  await expect.poll(draftsOnServer).toEqual([])
})

test('where both devices changed a text, the other one is offered', async () => {
  await send('otto', 'both', 'Hello')
  const [here, there] = [await open('mia', 'both'), await open('mia', 'both')]
  await type(here, 'both', 'First')
  await expect.poll(() => boxOf(there, 'both').inputValue()).toBe('First')
  // Neither hears of the other one for a while.
  story.expectComplaint(/net::ERR_/)
  await there.route('**/json/drafts**', (route) => route.abort())
  await boxOf(there, 'both').fill('First, on the phone')
  await boxOf(here, 'both').fill('First, at the desk')
  await there.getByText(/Other text from/).waitFor()
  await there.unroute('**/json/drafts**')
  const shown = await boxOf(there, 'both').inputValue()
  await there.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => boxOf(there, 'both').inputValue()).not.toBe(shown)
  expect([shown, await boxOf(there, 'both').inputValue()].toSorted()).toEqual([
    'First, at the desk',
    'First, on the phone',
  ])
})

test('without synchronization the server has no drafts, and Later says so', async () => {
  await story.world.people.mia.call(updateSettings, { enable_drafts_synchronization: false })
  const before = await draftsOnServer()
  await send('otto', 'private', 'Hello')
  const page = await open('mia', 'private')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/drafts')) calls.push(request.url())
  })
  await type(page, 'private', 'Nobody’s business')
  await page.waitForTimeout(4500)
  expect(calls).toEqual([])
  expect(await draftsOnServer()).toEqual(before)
  await page.goto('/#drafts')
  await page.getByText('Nobody’s business').waitFor()
  await page
    .getByText(/on this device/i)
    .first()
    .waitFor()
  await page.reload()
  await page.goto(addressOf('private'))
  await expect.poll(() => boxOf(page, 'private').inputValue()).toBe('Nobody’s business')
  await story.world.people.mia.call(updateSettings, { enable_drafts_synchronization: true })
})

test.each([
  ['at a desk', {}],
  ['on a phone', phone],
] as const)(
  '%s, a text stays with its conversation, whose row says so, and is sent nowhere else',
  async (_, size) => {
    const [first, second] = size === phone ? ['tea', 'coffee'] : ['bread', 'butter']
    for (const topic of [first, second]) await send('otto', topic, 'Hello')
    const page = await open('mia', first, size)
    await type(page, first, 'Half a thought')
    await page.evaluate((hash) => location.assign(hash), addressOf(second).slice(1))
    await boxOf(page, second).waitFor()
    expect(await boxOf(page, second).inputValue()).toBe('')
    await type(page, second, 'A whole one')
    await boxOf(page, second).press('Control+Enter')
    await expect.poll(() => textsOf(second)).toEqual(['Hello', 'A whole one'])
    if (size === phone) await page.getByRole('link', { name: 'Back to the list' }).click()
    await rowOf(page, new RegExp(`^${first}.*Draft`, 'i')).click()
    await expect.poll(() => boxOf(page, first).inputValue()).toBe('Half a thought')
    expect(await textsOf(first)).toEqual(['Hello'])
  },
)

test('a draft whose channel is gone stays in Later, without a link, and its text can be copied', async () => {
  const { world } = story
  await world.send('otto', { channel: 'secret', topic: 'plans' }, 'Hello')
  const page = await story.open('iris', {
    path: `/#narrow/channel/${world.channels.secret}-secret/topic/plans`,
    permissions: ['clipboard-read', 'clipboard-write', 'notifications'],
  })
  const box = page.getByRole('textbox', { name: 'Message #secret > plans' })
  await box.fill('Nobody sees this any more')
  await page.goto('/#drafts')
  const row = page.getByRole('listitem').filter({ hasText: 'Nobody sees this any more' })
  await row.getByRole('link', { name: 'Write on' }).waitFor()
  await world.people.olive.call(unsubscribe, {
    subscriptions: ['secret'],
    principals: [world.people.iris.id],
  })
  await row.getByText('You no longer see its channel.').waitFor()
  expect(await row.getByRole('link').count()).toBe(0)
  await row.getByRole('button', { name: 'Copy text' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('Nobody sees this any more')
  await page.reload()
  await row.getByText('You no longer see its channel.').waitFor()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => row.count()).toBe(0)
})

test('another conversation has a box of its own, with the same tools around it', async () => {
  await send('otto', 'lead', 'Hello')
  await send('otto', 'tin', 'Hello')
  const page = await open('mia', 'lead')
  await rowOf(page, 'tin').waitFor()
  await type(page, 'lead', 'Only for lead')
  const bold = await page.getByRole('button', { name: 'Bold' }).elementHandle()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('.editor-preview').getByText('Only for lead').waitFor()
  await rowOf(page, 'tin').click()
  // Not what was previewed, and nothing that the browser could take back.
  await expect.poll(() => boxOf(page, 'tin').inputValue()).toBe('')
  await boxOf(page, 'tin').focus()
  await page.keyboard.press('Control+z')
  expect(await boxOf(page, 'tin').inputValue()).toBe('')
  expect(await page.getByRole('button', { name: 'Preview' }).getAttribute('aria-pressed')).toBe('false')
  expect(
    await page.getByRole('button', { name: 'Bold' }).evaluate((now, before) => now === before, bold),
  ).toBe(true)
  // The tools write into the box that is there.
  await page.keyboard.type('tin')
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Bold' }).click()
  expect(await boxOf(page, 'tin').inputValue()).toBe('**tin**')
  await rowOf(page, 'lead').click()
  await expect.poll(() => boxOf(page, 'lead').inputValue()).toBe('Only for lead')
  await expect.poll(draftsOnServer).toEqual(expect.arrayContaining(['Only for lead', '**tin**']))
})

test('one goes on behind a text that was left, and sees where one edits a long message', async () => {
  await send('mia', 'left', Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n'))
  const page = await open('mia', 'left')
  await type(page, 'left', 'Half a')
  await page.goto(addressOf('shared'))
  await boxOf(page, 'shared').waitFor()
  await page.goto(addressOf('left'))
  await type(page, 'left', ' thought')
  await expect.poll(() => boxOf(page, 'left').inputValue()).toBe('Half a thought')
  await boxOf(page, 'left').fill('')
  await page.keyboard.press('ArrowUp')
  const box = page.getByRole('textbox', { name: 'Edit message' })
  await box.waitFor()
  await expect
    .poll(() => box.evaluate((each) => each.scrollHeight - each.clientHeight - each.scrollTop))
    .toBe(0)
  expect(await box.evaluate((each) => each.scrollTop)).toBeGreaterThan(0)
})

test('Write on leads behind the text of the draft, by Enter and by a click', async () => {
  const { world } = story
  await world.send('otto', { channel: 'design', topic: 'half' }, 'Hello')
  const page = await story.open('iris', {
    path: `/#narrow/channel/${world.channels.design}-design/topic/half`,
  })
  const box = page.getByRole('textbox', { name: 'Message #design > half' })
  await box.fill('Half a')
  for (const word of [' sentence', ' more']) {
    await page.goto('/#drafts')
    const link = page
      .getByRole('listitem')
      .filter({ hasText: 'Half a' })
      .getByRole('link', { name: 'Write on' })
    await (word === ' more' ? link.click() : link.press('Enter'))
    await expect.poll(() => box.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.type(word)
  }
  await expect.poll(() => box.inputValue()).toBe('Half a sentence more')
})
