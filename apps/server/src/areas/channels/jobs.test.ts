import { getStreamById } from '@tagma/contract/endpoints/channels/get-stream-by-id.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { retentionJob } from './retention-job.ts'
import { trafficJob } from './traffic-job.ts'

test('messages are deleted when their retention ends, and no sooner', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const brief = await t.given.channel([member, owner])
  const kept = await t.given.channel([member, owner])
  await t.as(owner).call(updateStream, { stream_id: brief.id, message_retention_days: 2 })
  await t.as(owner).call(updateStream, { stream_id: kept.id, message_retention_days: 'unlimited' })
  await t.given.message(member, brief, { topic: 'a' })
  await t.given.message(member, brief, { topic: 'b' })
  const inKept = await t.given.message(member, kept)
  const direct = await t.given.message(member, [owner])
  t.clock.advance({ days: 1 })
  const fresh = await t.given.message(member, brief, { topic: 'a' })
  t.clock.advance({ days: 1, seconds: 1 })
  const run = () => retentionJob.run(t.app.services, t.organizationId)
  const ids = async () =>
    (await t.as(member).call(getMessages, { anchor: 0, num_before: 0, num_after: 50 })).messages.map(
      ({ id }) => id,
    )
  await converge(t, [owner, member], run)
  expect(await ids()).toEqual([inKept, direct, fresh])
  expect((await t.as(member).call(getStreamById, { stream_id: brief.id })).stream.first_message_id).toBe(
    fresh,
  )
  // The organization's setting holds for direct messages and for channels without a setting.
  await t.as(owner).call(updateRealm, { message_retention_days: 1 })
  await run()
  expect(await ids()).toEqual([inKept, fresh])
})

test('traffic is counted once for each day, and later forgotten', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris])
  const run = () => trafficJob.run(t.app.services, t.organizationId)
  const shown = async () => {
    const { stream } = await t.as(otto).call(getStreamById, { stream_id: channel.id })
    return [stream.stream_weekly_traffic, stream.is_recently_active]
  }
  t.clock.advance({ days: 8 })
  for (let count = 0; count < 3; count++) await t.given.message(iris, channel)
  await run()
  expect(await shown()).toEqual([2, true])
  t.clock.advance({ days: 20 })
  for (let count = 0; count < 6; count++) await t.given.message(iris, channel)
  await converge(t, [iris, otto], run)
  await run()
  expect(await shown()).toEqual([2, true])
  t.clock.advance({ days: 28 })
  await converge(t, [iris, otto], run)
  expect(await shown()).toEqual([0, true])
  t.clock.advance({ days: 180 })
  await converge(t, [iris, otto], run)
  expect(await shown()).toEqual([0, false])
  await t.given.message(iris, channel)
  await converge(t, [iris, otto], run)
  expect(await shown()).toEqual([1, true])
})
