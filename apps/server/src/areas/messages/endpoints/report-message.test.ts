import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { reportMessage } from '@tagma/contract/endpoints/messages/report-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('moderators are told of a report in their channel, for every possible reason', async () => {
  const t = await testApp()
  const { owner, moderator } = await t.given.everyRole()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const moderation = await t.given.channel([moderator, owner], { name: 'moderation', invite_only: true })
  const channel = await t.given.channel([iris, otto], { name: 'lounge' })
  await t.as(owner).call(updateRealm, { moderation_request_channel_id: moderation.id })
  const content = 'You fool!\n```\ncode\n```\n@**otto**'
  const message_id = await t.given.message(otto, channel, { topic: 'chat', content })

  const { server_report_message_types: types = [] } = await t.as(iris).call(registerQueue, {})
  expect(types.map(({ key }) => key)).toEqual(['spam', 'harassment', 'inappropriate', 'norms', 'other'])
  for (const { key, name } of types) {
    const received = await converge(t, [moderator, iris, otto], () =>
      t.as(iris).call(reportMessage, { message_id, report_type: key, description: 'They *always* do.' }),
    )
    expect(received.get(iris.id), 'reports are for moderators').toEqual([])
    expect(received.get(otto.id)).toEqual([])
    const [event] = received.get(moderator.id) ?? []
    expect(event).toMatchObject({
      type: 'message',
      message: { subject: "otto's moderation requests", stream_id: moderation.id },
    })
    const said = String((event as { message?: { content?: string } }).message?.content)
    expect(said).toContain(`<strong>${name}</strong>`)
    expect(said).toContain('They <em>always</em> do.')
    expect(said).toContain('You fool!')
    expect(said).toContain(`data-user-id="${iris.id}">iris</span>`)
    expect(said).not.toContain('user-mention" data-user-id="' + otto.id + '">@otto')
  }
})

test('only a participant reports a direct message', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const moderation = await t.given.channel([owner], { name: 'moderation', invite_only: true })
  await t.as(owner).call(updateRealm, { moderation_request_channel_id: moderation.id })
  const message_id = await t.given.message(otto, [iris], { content: 'Boo' })
  const report = { message_id, report_type: 'harassment' }
  expect((await t.as(mia).refusal(reportMessage, report)).message).toBe('Invalid message(s)')
  await t.as(iris).call(reportMessage, report)
  const { messages } = await t.as(owner).call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: moderation.id }],
  })
  expect(messages[0]?.content).toContain('direct message')
  expect(messages[0]?.content).toContain('Boo')
})

test('a report is refused for invalid input, or without a channel for reports', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const moderation = await t.given.channel([owner], { name: 'moderation', invite_only: true })
  const message_id = await t.given.message(otto, [iris])
  const refused = async (args: object) =>
    (await t.as(iris).refusal(reportMessage, { message_id, report_type: 'spam', ...args })).message
  const noChannel = 'Moderation request channel must be specified to enable message reporting.'
  expect(await refused({})).toBe(noChannel)
  await t.as(owner).call(updateRealm, { moderation_request_channel_id: moderation.id })
  expect(await refused({ report_type: 'boredom' })).toMatch(/^Invalid report_type/)
  expect(await refused({ report_type: 'other' })).toMatch(/explanation is required/)
  expect(await refused({ report_type: 'other', description: '  ' })).toMatch(/explanation is required/)
  expect(await refused({ description: 'x'.repeat(1001) })).toMatch(/too long/)
  expect(await refused({ message_id: 5 })).toBe('Invalid message(s)')
  await t.as(owner).call(archiveStream, { stream_id: moderation.id })
  expect(await refused({})).toBe(noChannel)
})
