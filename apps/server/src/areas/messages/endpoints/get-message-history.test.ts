import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessageHistory } from '@tagma/contract/endpoints/messages/get-message-history.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('the organization decides whether people see all changes, only moves, or none', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([owner, iris, otto])
  const message_id = await t.given.message(iris, channel, { topic: 'old', content: 'secret' })
  await t.as(iris).call(updateMessage, { message_id, content: 'public' })
  t.clock.advance({ seconds: 1 })
  await t.as(owner).call(updateMessage, { message_id, topic: 'new', propagate_mode: 'change_one' })
  const seen = async () => {
    const { message_history } = await t.as(otto).call(getMessageHistory, { message_id })
    const { messages } = await t.as(otto).call(getMessages, { message_ids: [message_id] })
    return {
      versions: message_history.map(({ topic, content, prev_content }) => [topic, content, prev_content]),
      history: messages[0]?.edit_history,
    }
  }
  const move = { topic: 'new', prev_topic: 'old', timestamp: expect.any(Number), user_id: owner.id }
  const edit = { prev_content: 'secret', prev_rendered_content: '<p>secret</p>', user_id: iris.id }
  expect(await seen()).toMatchObject({
    versions: [
      ['old', 'secret', undefined],
      ['old', 'public', 'secret'],
      ['new', 'public', undefined],
    ],
    history: [move, edit],
  })

  const set = (change: object) => converge(t, [owner, otto], () => t.as(owner).call(updateRealm, change))
  await set({ message_edit_history_visibility_policy: 'moves' })
  expect(await seen()).toEqual({
    versions: [
      ['old', 'public', undefined],
      ['new', 'public', undefined],
    ],
    history: [move],
  })

  await set({ message_edit_history_visibility_policy: 'none' })
  expect((await t.as(otto).refusal(getMessageHistory, { message_id })).message).toBe(
    'Message edit history is disabled in this organization',
  )
  expect((await t.as(otto).call(getMessages, { message_ids: [message_id] })).messages[0]?.edit_history).toBe(
    undefined,
  )
  expect((await t.as(otto).call(registerQueue, {})).realm_allow_edit_history).toBe(false)

  // Clients of older administrators have one switch.
  await set({ allow_edit_history: true })
  expect((await t.as(otto).call(registerQueue, {})).realm_message_edit_history_visibility_policy).toBe('all')
  await set({ allow_edit_history: false })
  expect((await t.as(otto).call(registerQueue, {})).realm_message_edit_history_visibility_policy).toBe('none')
})
