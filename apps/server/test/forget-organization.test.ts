import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { expect, test } from 'vitest'
import { createOrganization } from '#areas/organization/create-organization.ts'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import { forgetDeletedOrganizations } from '#areas/organization/forget-organization.ts'
import { createApp } from '#server/app.ts'
import { installation } from '#store/log/transactions.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { testApp } from '#test/app.ts'

test('a process forgets an organization that another one has deleted, and serves one that another has made', async () => {
  const t = await testApp({ TAGMA_LOG: 'warn' })
  const { services } = t.app
  const iris = await t.given.user('iris')
  // Two, because a single organization answers on every host.
  const bystanders = [await testApp({ TAGMA_LOG: 'warn' }), await testApp({ TAGMA_LOG: 'warn' })]
  const other = await createApp(services.config, { engine: t.app.engine, clock: t.clock })
  const { queue_id, last_event_id } = await t.as(iris).call(registerQueue, { event_types: ['message'] })
  await t.as(iris).call(getEvents, { queue_id: queue_id ?? '', last_event_id, dont_block: true })
  const waiting = t.as(iris).refusal(getEvents, { queue_id: queue_id ?? '', last_event_id })
  await t.as(iris).call(updatePresence, { status: 'active' })

  await deleteOrganization(other.services, t.organizationId)
  const present = await listOrganizations(services.data.db)
  const known = services.data.directories.known()
  forgetDeletedOrganizations(services, known, new Set(present.map(({ id }) => id)))
  expect(services.data.directories.known()).not.toContain(t.organizationId)
  // Other tests of the same process have organizations of their own.
  expect(services.data.directories.known()).toEqual(
    expect.arrayContaining(bystanders.map(({ organizationId }) => organizationId)),
  )
  expect(await waiting).toMatchObject({ code: 'REALM_DEACTIVATED' })
  expect(await t.as().refusal(getServerSettings, {})).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' })
  // Presence of its people is not written any more.
  await services.live.presence.flush(async () => expect.unreachable())

  await other.services.data.transact(installation, (tx) =>
    createOrganization(tx, services.time.random, {
      name: 'Next',
      subdomain: t.host.replace('.localhost', ''),
    }),
  )
  expect(await t.as().call(getServerSettings, {})).toMatchObject({ realm_name: 'Next' })
})
