import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { addNavigationView } from '@tagma/contract/endpoints/navigation-views/add-navigation-view.ts'
import { expect, test } from 'vitest'
import { installation } from '#store/log/transactions.ts'
import { testApp } from '#test/app.ts'
import { countRows } from '#test/count-rows.ts'
import { createOrganization } from './create-organization.ts'
import { deleteOrganizationJob } from './delete-organization-job.ts'
import { deleteOrganization } from './delete-organization.ts'

test('nothing of a deleted organization is left in any table, and nothing of others is missing', async () => {
  const { app } = await testApp({ TAGMA_LOG: 'warn' })
  const rows = () => countRows(app.engine.reader)
  const before = await rows()
  const t = await testApp({ TAGMA_LOG: 'warn' })
  const { owner, member, guest } = await t.given.everyRole()
  const channel = await t.given.channel([member, owner])
  await t.given.message(member, channel, { content: '@**owner** look' })
  await t.given.message(owner, [guest, member])
  await t.as(member).call(registerQueue, {})
  await t.as(owner).call(createInviteLink, {})
  await t.as(owner).call(addLinkifier, { pattern: 'a', url_template: 'https://example.com' })
  await t.as(member).call(addNavigationView, { fragment: 'inbox', is_pinned: true })
  expect(await rows()).not.toEqual(before)
  await deleteOrganization(app.services, t.organizationId)
  expect(await rows()).toEqual(before)
})

test('a demo organization is deleted when its days are over', async () => {
  const t = await testApp()
  const { services } = t.app
  const { id } = await services.data.transact(installation, (tx) =>
    createOrganization(tx, services.time.random, {
      name: 'Demo',
      subdomain: `demo-${t.organizationId}`,
      demoDeletionAt: tx.now + 2 * 24 * 3600,
    }),
  )
  await deleteOrganizationJob.run(services, id)
  const directory = await services.data.directories.get(id)
  expect(services.data.directories.has(directory)).toBe(true)
  t.clock.advance({ days: 2 })
  await deleteOrganizationJob.run(services, id)
  expect(services.data.directories.has(directory)).toBe(false)
})
