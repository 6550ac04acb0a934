import { endpoints } from '@tagma/contract/endpoints.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { exportRealm } from '@tagma/contract/endpoints/exports/export-realm.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { securityRules } from './security-calls.ts'

test('every rule names parameters that its endpoint has', () => {
  const parameters = new Map(Object.values(endpoints).map(({ id, params }) => [id, Object.keys(params)]))
  for (const [id, { target, when = [] }] of securityRules)
    expect(parameters.get(id)).toEqual(expect.arrayContaining([...when, ...(target ? [target] : [])]))
})

test('what matters to security has a line with who, what, to what and from where, and no secret', async () => {
  const t = await testApp()
  const { owner, administrator, member, guest } = await t.given.everyRole()
  const organization = t.organizationId
  const address = '127.0.0.1'
  // A new minute: refusals of other tests do not use up the lines of this one.
  t.clock.advance({ minutes: 1 })
  const lines = () => t.securityLines.filter((line) => line.organization === organization)
  const line = (event: string, facts: object) => ({ event, organization, address, ...facts })

  await t.as().call(fetchApiKey, { username: member.email, password: 'password of member' })
  await t.as().refusal(fetchApiKey, { username: member.email, password: 'a secret guess' })
  await t.as().refusal(fetchApiKey, { username: 'my password in the wrong field', password: 'x' })
  await t.as({ ...member, apiKey: 'x'.repeat(32) }).refusal(getOwnUser, {})
  await t.as(member).refusal(updateRealm, { name: 'Mine' })
  await t.as(owner).call(updateUser, { user_id: member.id, role: 300 })
  await t.as(administrator).call(updateRealm, { description: 'secret plans' })
  await t.as(member).call(updateSettings, {
    old_password: 'password of member',
    new_password: 'thunder on tuesday',
  })
  await t.as(owner).call(exportRealm, {})
  await t.as(owner).call(deactivateUser, { user_id: guest.id })
  const { api_key } = await t.as(member).call(regenerateApiKey, {})
  // Everyday calls have no line.
  await t.as({ ...member, apiKey: api_key }).call(registerQueue, {})
  await t.as(owner).call(updateSettings, { left_side_userlist: true })

  expect(lines()).toEqual([
    line('sign_in.succeeded', { actor: member.id }),
    line('password.wrong', { actor: null, target: member.id }),
    line('password.wrong', { actor: null }),
    line('key.wrong', { actor: null, call: 'get-own-user' }),
    line('call.refused', { actor: member.id, call: 'update-realm' }),
    line('account.changed', {
      actor: owner.id,
      target: member.id,
      call: 'update-user',
      changed: ['role'],
      role: 300,
    }),
    line('organization.changed', {
      actor: administrator.id,
      call: 'update-realm',
      changed: ['description'],
    }),
    line('account.changed', {
      actor: member.id,
      call: 'update-settings',
      changed: ['old_password', 'new_password'],
    }),
    line('export.changed', { actor: owner.id, call: 'export-realm', changed: [] }),
    line('account.deactivated', {
      actor: owner.id,
      target: guest.id,
      call: 'deactivate-user',
      changed: [],
    }),
    line('key.replaced', { actor: member.id, call: 'regenerate-api-key', changed: [] }),
  ])
  expect(JSON.stringify(t.securityLines)).not.toMatch(/secret|thunder|wrong field|x{32}/)
})
