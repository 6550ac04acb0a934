import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { deleteTopic } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { expect, test } from 'vitest'
import { retentionJob } from '#areas/channels/retention-job.ts'
import { testApp } from '#test/app.ts'
import { indexMessages } from './search/index-messages.ts'

const count = 100

/** Makes an organization with indexed messages in a topic, and a search that finds them. */
async function indexed() {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const channel = await t.given.channel([owner, member])
  await t.given.settings({ message_content_delete_limit_seconds: null })
  const ids: number[] = []
  for (let number = 0; number < count; number++)
    ids.push(await t.given.message(member, channel, { topic: 'harvest', content: `apple pear${number}` }))
  await indexMessages(t.app.services, t.organizationId)
  const found = async () => {
    const narrow = [{ operator: 'search', operand: 'apple' }]
    const page = { anchor: 'newest' as const, num_before: count, num_after: 0, narrow }
    return (await t.as(owner).call(getMessages, page)).messages.map(({ id }) => id)
  }
  /** Runs `work` while somebody else writes without a pause. Then shows that ordinary writes still work. */
  const besideWriters = async (work: () => Promise<unknown>) => {
    const end = new AbortController()
    const writing = (async () => {
      while (!end.signal.aborted)
        await t.given.message(owner, channel, { content: 'Meanwhile', topic: 'news' })
    })()
    await Promise.all([work().finally(() => end.abort()), writing])
    const id = await t.given.message(owner, channel, { content: 'An apple a day', topic: 'news' })
    expect(await found()).toContain(id)
  }
  return { t, owner, member, channel, ids, found, besideWriters }
}

test('searchable messages are deleted while others write, and nobody has to wait or fails', async () => {
  const { t, member, ids, found, besideWriters } = await indexed()
  expect(await found()).toEqual(ids)
  await besideWriters(async () => {
    // Ten at a time share a commit, each in its own savepoint.
    for (let first = 0; first < count; first += 10)
      await Promise.all(
        ids.slice(first, first + 10).map((id) => t.as(member).call(deleteMessage, { message_id: id })),
      )
  })
  expect((await found()).filter((id) => ids.includes(id))).toEqual([])
})

test('a topic is deleted while others write, and nobody has to wait or fails', async () => {
  const { t, owner, channel, ids, found, besideWriters } = await indexed()
  await besideWriters(() => t.as(owner).call(deleteTopic, { stream_id: channel.id, topic_name: 'harvest' }))
  expect((await found()).filter((id) => ids.includes(id))).toEqual([])
})

test('expired messages are deleted while others write, and nobody has to wait or fails', async () => {
  const { t, owner, ids, found, besideWriters } = await indexed()
  await t.as(owner).call(updateRealm, { message_retention_days: 1 })
  t.clock.advance({ days: 1, seconds: 1 })
  await besideWriters(() => retentionJob.run(t.app.services, t.organizationId))
  expect((await found()).filter((id) => ids.includes(id))).toEqual([])
})

test('a user is erased with all messages while others write, and nobody has to wait or fails', async () => {
  const { t, owner, member, ids, found, besideWriters } = await indexed()
  await besideWriters(() =>
    t.as(owner).call(deactivateUser, {
      user_id: member.id,
      actions: { delete_profile: true, delete_public_channel_messages: true },
    }),
  )
  expect((await found()).filter((id) => ids.includes(id))).toEqual([])
})
