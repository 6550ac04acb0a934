import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { deleteTopic } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { reportMessage } from '@tagma/contract/endpoints/messages/report-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

test('without a channel for reports, the page says who chooses one', async () => {
  const page = await story.open('mia', { path: '/#moderation' })
  await page.getByText('Administrators choose it in the settings of the organization.').waitFor()
  const owner = await story.open('olive', { path: '/#moderation' })
  const choose = owner.getByRole('link', { name: 'Choose a channel for reports' })
  await choose.click()
  const channel = owner.getByRole('combobox', { name: /^Reports of messages go to/ })
  await expect.poll(() => channel.evaluate((element) => element === document.activeElement)).toBe(true)
  // The page is long.
  expect((await channel.boundingBox())?.y).toBeLessThan(owner.viewportSize()?.height ?? 0)
})

test('a report is worked off by keys: the message deleted, its sender written to, the report settled for all', async () => {
  const { olive, mo, mia, otto } = story.world.people
  const { id } = await olive.call(createChannel, {
    name: 'moderators',
    subscribers: [olive.id, mo.id],
    invite_only: true,
  })
  await olive.call(updateRealm, { moderation_request_channel_id: id })
  const message_id = await story.world.send('otto', { channel: 'design', topic: 'logo' }, 'Buy my **boat**')
  const direct = await story.world.send('otto', ['mia'], 'Boo')
  const [page, other] = await Promise.all([
    story.open('olive', { path: '/#moderation' }),
    story.open('mo', { ...phone, colorScheme: 'dark', path: '/#moderation' }),
  ])
  await page.getByText('Nothing is waiting.').waitFor()
  // Reports come into the open page.
  await mia.call(reportMessage, { message_id: direct, report_type: 'harassment' })
  await mia.call(reportMessage, { message_id, report_type: 'spam', description: 'Every day.' })
  const report = page.getByRole('article', { name: 'Mia Sato reports Otto Lindqvist' }).first()
  await report.getByText('The message now:').waitFor()
  await report.getByText('1 other report of the same person').waitFor()
  // The text as it was reported is there when the message is not.
  const reported = report.getByText('boat').first()
  expect(await reported.isVisible()).toBe(false)
  await report.getByRole('button', { name: 'Message as sent' }).click()
  await expect.poll(() => reported.isVisible()).toBe(true)
  // Of the direct message, moderators have what was reported, and cannot delete it.
  const ofDirect = page.getByRole('article').nth(1)
  await ofDirect.getByText('It is a direct message').first().waitFor()
  expect(await ofDirect.getByRole('button', { name: 'Delete message' }).isDisabled()).toBe(true)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await report.focus()
  await page.keyboard.press('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click()
  await report.getByText('The message is not there any more').first().waitFor()
  await report.focus()
  await page.keyboard.press('3')
  const warning = page.getByRole('dialog', { name: 'Write to Otto Lindqvist' })
  await warning.getByRole('textbox').fill('Please stop that.')
  await warning.getByRole('button', { name: 'Send' }).click()
  await warning.waitFor({ state: 'detached' })
  await report.focus()
  await page.keyboard.press('Enter')
  const settle = page.getByRole('dialog', { name: 'What was decided?' })
  expect(await settle.getByRole('textbox').inputValue()).toBe(
    'The message was deleted. The sender was written to.',
  )
  // The event can come before the answer, while the dialog is open.
  let answer = () => {}
  await page.route('**/json/messages/*/reactions', async (route) => {
    const response = await route.fetch()
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ response })
  })
  await settle.getByRole('button', { name: 'Settle' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  // The keys go on with the report that is left.
  await expect
    .poll(() => page.getByRole('article').evaluate((article) => article === document.activeElement))
    .toBe(true)
  answer()
  // Another moderator sees what was decided, and who decided it.
  await other.getByRole('button', { name: 'Settled' }).click()
  const settled = other.getByRole('article')
  await settled.getByText('Settled by Olive Hart').waitFor()
  expect(await accessibilityProblems(other, 'main')).toEqual([])
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await other.evaluate(isWide)).toBe(false)
  const newest = async (operator: string, operand: number | number[]) => {
    const narrow = [{ operator, operand }]
    const args = { anchor: 'newest' as const, num_before: 1, num_after: 0, narrow, apply_markdown: false }
    return (await (operator === 'dm' ? otto : mo).call(getMessages, args)).messages[0]?.content
  }
  expect(await newest('channel', id)).toBe('The message was deleted. The sender was written to.')
  expect(await newest('dm', [olive.id])).toBe('Please stop that.')
  // Who is not in the channel is told so.
  const member = await story.open('mia', { path: '/#moderation' })
  await member.getByText('Reports go to a channel that you are not in.').waitFor()
})

test('moderators see what was deleted and by whom, and the text only where it was reported', async () => {
  const { olive, mo, mia, otto } = story.world.people
  const { id: reportsId } = await olive.call(createChannel, {
    name: 'reports',
    subscribers: [olive.id, mo.id],
    invite_only: true,
  })
  await olive.call(updateRealm, { moderation_request_channel_id: reportsId })
  const sale = { channel: 'general', topic: 'sale' } as const
  const reported = await story.world.send('otto', sale, 'Buy my **car**')
  const regretted = await story.world.send('otto', sale, 'Or my bicycle')
  await mia.call(reportMessage, { message_id: reported, report_type: 'spam' })
  const page = await story.open('mo', { path: '/#moderation' })
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Deleted messages' }).getByRole('listitem')
  const row = rows.filter({ hasText: '#general > sale' }).first()
  // Deletions come into the open page, the newest first.
  await olive.call(deleteMessage, { message_id: reported })
  await row.getByText('A message by Otto Lindqvist').waitFor()
  await row.getByText(/^Deleted by Olive Hart, .*Sent /).waitFor()
  expect(await row.getByText('car').isVisible()).toBe(false)
  await row.getByText(/^Reported /).click()
  await row.getByRole('button', { name: 'Message as sent' }).click()
  await expect.poll(() => row.getByText('car').isVisible()).toBe(true)
  await otto.call(deleteMessage, { message_id: regretted })
  await row.getByText(/^Deleted by the author/).waitFor()
  expect(await row.getByText(/^Reported /).count()).toBe(0)
  // A topic that somebody deletes is one entry.
  await story.world.send('otto', sale, 'Last offer')
  await story.world.send('mia', sale, 'No')
  const { general } = story.world.channels
  await olive.call(deleteTopic, { stream_id: general, topic_name: 'sale' })
  await row.getByText('2 messages by Mia Sato and Otto Lindqvist').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  const small = await story.open('olive', { ...phone, colorScheme: 'dark', path: '/#moderation' })
  await small.getByRole('button', { name: 'Deleted', exact: true }).click()
  await small.getByText('2 messages by Mia Sato and Otto Lindqvist').waitFor()
  expect(await accessibilityProblems(small, 'main')).toEqual([])
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
  expect(await small.evaluate(isWide)).toBe(false)
  // Who is no moderator has no such list.
  const member = await story.open('mia', { path: '/#moderation' })
  await member.getByText('Reports go to a channel that you are not in.').waitFor()
  expect(await member.getByRole('button', { name: 'Deleted', exact: true }).count()).toBe(0)
})

test('deleted messages that do not come are asked for again', async () => {
  story.expectComplaint(/500/)
  const page = await story.open('mo', { path: '/#moderation' })
  await page.route('**/json/tagma/deleted_messages*', (route) =>
    route.fulfill({ status: 500, body: '{"result":"error","msg":"Broken"}' }),
  )
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await alert.getByText('Broken').waitFor()
  await page.unroute('**/json/tagma/deleted_messages*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => alert.count()).toBe(0)
})
