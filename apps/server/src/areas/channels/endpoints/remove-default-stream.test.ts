import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { getSubscribers } from '@tagma/contract/endpoints/channels/get-subscribers.ts'
import { removeDefaultStream } from '@tagma/contract/endpoints/channels/remove-default-stream.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { expect, test } from 'vitest'
import { type Account, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

test('new users are subscribed to a default channel for as long as it is one', async () => {
  const t = await testApp()
  const { administrator, guest } = await t.given.everyRole()
  const channel = await t.given.channel([administrator])
  const subscribers = async () =>
    (await t.as(administrator).call(getSubscribers, { stream_id: channel.id })).subscribers
  await converge(t, [administrator, guest], async () => {
    await t.as(administrator).call(addDefaultStream, { stream_id: channel.id })
  })
  const known = async (user: Account) =>
    (await t.as(user).call(registerQueue, { fetch_event_types: ['default_streams'] })).realm_default_streams
  expect(await known(administrator)).toContain(channel.id)
  expect(await known(guest)).toEqual([])
  const early = await t.given.user('early')
  await converge(t, [administrator, guest], async () => {
    await t.as(administrator).call(removeDefaultStream, { stream_id: channel.id })
  })
  const late = await t.given.user('late')
  expect(await subscribers()).toContain(early.id)
  expect(await subscribers()).not.toContain(late.id)
})

test('a channel that does not exist is no default one', async () => {
  const t = await testApp()
  const administrator = await t.given.user('iris', { role: 'administrator' })
  expect(await t.as(administrator).refusal(removeDefaultStream, { stream_id: 1 })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Invalid channel ID',
  })
})
