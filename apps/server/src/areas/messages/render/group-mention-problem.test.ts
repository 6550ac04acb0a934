import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('people mention a group only if it allows them to, in channels, directly and by edits; silent mentions are free', async () => {
  const t = await testApp()
  const { moderator, member } = await t.given.everyRole()
  const channel = await t.given.channel([moderator, member])
  await t.as(moderator).call(createUserGroup, {
    name: 'leads',
    description: '',
    members: [moderator.id],
    can_mention_group: t.directory.systemGroup('role:moderators').id,
  })
  const places = [
    { type: 'channel' as const, to: channel.id, topic: 'lunch' },
    { type: 'direct' as const, to: [moderator.id] },
  ]
  const refused = {
    code: 'BAD_REQUEST',
    message: "You are not allowed to mention user group 'leads'.",
  }
  for (const place of places) {
    const content = 'Hello @*leads*'
    expect(await t.as(member).refusal(sendMessage, { ...place, content })).toMatchObject(refused)
    await t.as(moderator).call(sendMessage, { ...place, content })
    const { id } = await t.as(member).call(sendMessage, { ...place, content: 'Hello @_*leads*' })
    expect(await t.as(member).refusal(updateMessage, { message_id: id, content })).toMatchObject(refused)
  }
})

test('nobody mentions system groups', async () => {
  const t = await testApp()
  const { owner } = await t.given.everyRole()
  expect(
    await t.as(owner).refusal(sendMessage, { type: 'direct', to: [owner.id], content: '@*role:members*' }),
  ).toMatchObject({ message: "You are not allowed to mention user group 'role:members'." })
})
