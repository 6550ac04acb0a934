import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { reactivateOrganization } from '../deactivate-organization.ts'
import { deleteOrganizationJob } from '../delete-organization-job.ts'

/** Makes two further organizations: if only one is left, it answers on every host. */
const others = (environment: Record<string, string> = {}) =>
  Promise.all([testApp(environment), testApp(environment)])

const runJob = (t: TestApp) => deleteOrganizationJob.run(t.app.services, t.organizationId)

test('everybody is logged out at once, parked polls end, and the data stays', async () => {
  const t = await testApp()
  const { owner, guest } = await t.given.everyRole()
  const { queue_id, last_event_id } = await t.as(guest).call(registerQueue, {})
  const poll = t.as(guest).refusal(getEvents, { queue_id: queue_id ?? '', last_event_id })
  await new Promise((resolve) => setImmediate(resolve))
  await t.as(owner).call(deactivateRealm, {})
  const deactivated = { status: 401, code: 'REALM_DEACTIVATED' }
  expect(await poll).toMatchObject(deactivated)
  for (const user of [owner, guest])
    expect(await t.as(user).refusal(getOwnUser, {})).toMatchObject(deactivated)
  expect(
    await t.as().refusal(fetchApiKey, { username: owner.email, password: 'password of owner' }),
  ).toMatchObject(deactivated)
  expect((await t.as().call(getServerSettings, {})).realm_name).toBe(t.directory.organization.name)

  t.clock.advance({ days: 5000 })
  await runJob(t)
  await t.app.services.data.transact(t.organizationId, reactivateOrganization)
  expect((await t.as(guest).call(getOwnUser, {})).full_name).toBe('guest')
})

test('the data is deleted on its day, and not before', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  await others()
  await t.given.message(member, await t.given.channel([owner, member]))
  await t.as(owner).call(deactivateRealm, { deletion_delay_days: 14 })
  t.clock.advance({ days: 13, hours: 23 })
  await runJob(t)
  expect((await t.as(owner).refusal(getOwnUser, {})).code).toBe('REALM_DEACTIVATED')
  t.clock.advance({ hours: 1 })
  await runJob(t)
  expect(await t.as(owner).refusal(getOwnUser, {})).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
})

test('0 days delete everything at once, if the server allows it', async () => {
  const t = await testApp({ MIN_DEACTIVATED_REALM_DELETION_DAYS: 'none' })
  const owner = await t.given.user('owner', { role: 'owner' })
  const [other] = await others({ MIN_DEACTIVATED_REALM_DELETION_DAYS: 'none' })
  const { iris } = await other.given.members('iris')
  await t.as(owner).call(deactivateRealm, { deletion_delay_days: 0 })
  expect(await t.as(owner).refusal(getOwnUser, {})).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
  expect((await other.as(iris).call(getOwnUser, {})).full_name).toBe('iris')
})

test('a demo organization tells when it ends, and can be deleted at once', async () => {
  const t = await testApp()
  await others()
  const owner = await t.given.user('owner', { role: 'owner' })
  const goes = t.clock.now() / 1000 + 20 * 24 * 3600
  await t.given.demo(goes)
  const state = await t.as(owner).call(registerQueue, {})
  expect(state.demo_organization_scheduled_deletion_date).toBe(goes)
  for (const deletion_delay_days of [undefined, null, 21])
    expect(await t.as(owner).refusal(deactivateRealm, { deletion_delay_days })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/demo organization/),
    })
  await t.as(owner).call(deactivateRealm, { deletion_delay_days: 0 })
  expect(await t.as(owner).refusal(getOwnUser, {})).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
})

test('days outside the limits and callers other than owners are refused', async () => {
  const t = await testApp({ MAX_DEACTIVATED_REALM_DELETION_DAYS: '30' })
  const { owner, administrator } = await t.given.everyRole()
  for (const deletion_delay_days of [0, 13, 31, null, undefined, -1])
    expect(await t.as(owner).refusal(deactivateRealm, { deletion_delay_days })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    })
  expect(await t.as(administrator).refusal(deactivateRealm, { deletion_delay_days: 20 })).toMatchObject({
    status: 400,
    code: 'UNAUTHORIZED_PRINCIPAL',
    message: 'Must be an organization owner',
  })
  expect(t.directory.organization.deactivatedAt).toBeNull()
})
