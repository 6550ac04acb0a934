import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { expect, test } from 'vitest'
import { createUser } from '#areas/accounts/create-user.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp } from '#test/app.ts'

test('a direct message can have hundreds of participants', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const people = await t.app.services.data.transact(t.organizationId, async (tx) => {
    const made = [iris]
    for (let index = 0; index < 1200; index++) {
      const email = `user${index}@example.com`
      const { id, apiKey } = await createUser(tx, t.directory, systemRandom, {
        email,
        fullName: `User ${index}`,
        role: 400,
        passwordHash: null,
      })
      // Leaves out every second id, so that the ids form no range.
      if (index % 2 === 0) made.push({ id, email, apiKey, name: `User ${index}` })
    }
    return made
  })
  const [, otto, mia] = people
  if (!otto || !mia) throw new Error('Nobody was made')
  const first = await t.given.message(iris, people)
  const second = await t.given.message(otto, people)
  await t.given.message(iris, people.slice(0, -1))

  const { messages } = await t.as(mia).call(getMessages, {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'dm', operand: people.map(({ id }) => id) }],
  })
  expect(messages.map(({ id }) => id)).toEqual([first, second])
  expect(messages[0]?.display_recipient).toHaveLength(people.length)
  const { recent_private_conversations: recent } = await t
    .as(mia)
    .call(registerQueue, { fetch_event_types: ['recent_private_conversations'] })
  expect(recent?.map(({ user_ids }) => user_ids.length)).toEqual([people.length - 2, people.length - 1])
  expect(recent?.[1]).toEqual({
    user_ids: people.map(({ id }) => id).filter((id) => id !== mia.id),
    max_message_id: second,
  })
})
