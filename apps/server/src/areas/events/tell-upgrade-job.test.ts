import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { featureLevel, serverVersion } from '@tagma/contract/feature-level.ts'
import { expect, test } from 'vitest'
import { type Account, testApp, type TestApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'
import { tellUpgradeJob } from './tell-upgrade-job.ts'

const run = (t: TestApp) => tellUpgradeJob.run(t.app.services, t.organizationId)

/** Makes the organization as an earlier version left it. */
const fromEarlierVersion = (t: TestApp) =>
  t.app.services.data.transact(t.organizationId, async (tx) => {
    await tx.db
      .deleteFrom('log_cursors')
      .where('organization_id', '=', t.organizationId)
      .where('job', 'like', 'version %')
      .execute()
  })

async function eventsAfter(t: TestApp, user: Account, action: () => Promise<unknown>) {
  const { queue_id, last_event_id } = await t.as(user).call(registerQueue, { fetch_event_types: [] })
  await action()
  const after = { queue_id: queue_id ?? '', last_event_id, dont_block: true }
  return (await t.as(user).call(getEvents, after)).events
}

test('after an upgrade, every client is told once, and knows what a registration would say', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const guest = await t.given.user('guest', { role: 'guest' })
  await fromEarlierVersion(t)
  const received = await converge(t, [iris, guest], () => run(t))
  for (const user of [iris, guest])
    expect(received.get(user.id)).toMatchObject([
      { type: 'restart', zulip_version: serverVersion, zulip_feature_level: featureLevel },
    ])
  expect(await eventsAfter(t, iris, () => run(t))).toEqual([])
})

test('a new organization hears of no upgrade', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  expect(await eventsAfter(t, iris, () => run(t))).toEqual([])
})
