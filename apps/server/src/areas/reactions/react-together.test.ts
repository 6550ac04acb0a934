import type { ApiError } from '@tagma/client/api-error.ts'
import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

test('of equal reactions that arrive together, each person has one', async () => {
  const t = await testApp()
  const { iris, otto, hugo } = await t.given.members('iris', 'otto', 'hugo')
  const channel = await t.given.channel([iris, otto, hugo])
  const message = await t.given.message(iris, channel)
  const reaction = { message_id: message, emoji_name: 'tada' }
  const people = [iris, otto, hugo, iris, otto, iris]
  const results = await Promise.allSettled(people.map((user) => t.as(user).call(addReaction, reaction)))
  const codes = results.map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as ApiError).code,
  )
  expect(codes.filter((code) => code === 'done')).toHaveLength(3)
  expect(codes.filter((code) => code === 'REACTION_ALREADY_EXISTS')).toHaveLength(3)
  const holders = async () => {
    const found = await t.as(iris).call(getMessage, { message_id: message })
    return found.message.reactions.map(({ user_id }) => user_id).toSorted((a, b) => a - b)
  }
  expect(await holders()).toEqual([iris.id, otto.id, hugo.id].toSorted((a, b) => a - b))
  const back = await Promise.allSettled(people.map((user) => t.as(user).call(removeReaction, reaction)))
  expect(back.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await holders()).toEqual([])
})

test('somebody who stars a message learns of a reaction that arrives with the star', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris])
  const message = await t.given.message(iris, channel)
  const star = () => t.as(otto).call(updateMessageFlags, { messages: [message], op: 'add', flag: 'starred' })
  const react = () => t.as(iris).call(addReaction, { message_id: message, emoji_name: 'tada' })
  const { queue_id, last_event_id } = await t.as(otto).call(registerQueue, { event_types: ['reaction'] })
  await Promise.all([star(), react()])
  const { events } = await t
    .as(otto)
    .call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
  expect(events).toMatchObject([{ type: 'reaction', op: 'add', message_id: message, user_id: iris.id }])
})
