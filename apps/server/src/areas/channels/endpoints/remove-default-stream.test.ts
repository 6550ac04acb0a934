import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
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

test('only administrators choose default channels, and never private or archived ones', async () => {
  const t = await testApp()
  const { administrator, moderator, member } = await t.given.everyRole()
  const open = await t.given.channel([administrator, member])
  const closed = await t.given.channel([administrator, member], { invite_only: true })
  const old = await t.given.channel([administrator, member])
  await t.as(administrator).call(archiveStream, { stream_id: old.id })
  for (const caller of [moderator, member])
    for (const endpoint of [addDefaultStream, removeDefaultStream])
      expect(await t.as(caller).refusal(endpoint, { stream_id: open.id })).toMatchObject({
        code: 'UNAUTHORIZED_PRINCIPAL',
        message: 'Must be an organization administrator',
      })
  const refusal = async (stream_id: number) =>
    (await t.as(administrator).refusal(addDefaultStream, { stream_id })).message
  expect(await refusal(closed.id)).toBe('A default channel cannot be private.')
  expect(await refusal(old.id)).toBe('A default channel cannot be archived.')
  // A repeated call changes nothing, and tells nobody.
  await t.as(administrator).call(addDefaultStream, { stream_id: open.id })
  for (const [endpoint, isDefault] of [
    [addDefaultStream, true],
    [removeDefaultStream, false],
  ] as const) {
    await t.as(administrator).call(endpoint, { stream_id: open.id })
    const again = await converge(t, [administrator, member], () =>
      t.as(administrator).call(endpoint, { stream_id: open.id }),
    )
    expect([...again.values()]).toEqual([[], []])
    expect(t.directory.channels.get(open.id)?.isDefault).toBe(isDefault)
  }
})

test('an unknown channel cannot become a default channel', async () => {
  const t = await testApp()
  const administrator = await t.given.user('iris', { role: 'administrator' })
  expect(await t.as(administrator).refusal(removeDefaultStream, { stream_id: 1 })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Invalid channel ID',
  })
})
