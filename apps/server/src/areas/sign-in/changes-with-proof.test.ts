import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import type { TestUser } from '#test/given.ts'

// Somebody who finds an owner's open browser does not change who gets in: that takes a proof within a quarter of an hour.

interface Scene {
  readonly t: TestApp
  readonly olive: TestUser
  readonly mia: TestUser
  readonly browser: TestBrowser
}

async function scene(): Promise<Scene> {
  const t = await testApp()
  const olive = await t.given.user('olive', { role: 'owner' })
  const mia = await t.given.user('mia')
  await t.given.mayChangeEmails(olive)
  return { t, olive, mia, browser: await new TestBrowser(t).enter(olive) }
}

type Change = (scene: Scene) => ReturnType<TestBrowser['call']>
const setting =
  (name: string, value: (t: TestApp) => unknown): Change =>
  ({ browser, t }) =>
    browser.call('PATCH', '/realm', { [name]: JSON.stringify(value(t)) })
const members = (t: TestApp) => ({ new: t.directory.systemGroup('role:members').id })
const ofMia =
  (fields: Readonly<Record<string, string | number>>): Change =>
  ({ browser, mia }) =>
    browser.call('PATCH', `/users/${mia.id}`, fields)

const guarded: Readonly<Record<string, Change>> = {
  'who needs a second step': setting('second_factor_required_group', members),
  'the time of grace': setting('second_factor_grace_days', () => 3),
  'who makes access tokens': setting('can_create_access_tokens_group', members),
  'the role of owner': ofMia({ role: roles.owner }),
  'an address of somebody else': ofMia({ new_email: 'other@example.com' }),
  'an export': ({ browser }) => browser.call('POST', '/export/realm', { export_type: 'public' }),
  'the end of the organization': ({ browser }) => browser.call('POST', '/realm/deactivate'),
}
const codeOf = async (answer: ReturnType<Change>) => {
  const { json } = await answer
  return json.code ?? json.result
}

test.each(Object.entries(guarded))('%s takes a proof of the last quarter of an hour', async (_, change) => {
  const made = await scene()
  const { t, browser } = made
  const settings = JSON.stringify(t.directory.organization.settings)
  t.clock.advance({ minutes: 15, seconds: 1 })
  const { status, json } = await change(made)
  expect([status, json.code, json.ways]).toEqual([403, 'STEP_UP_REQUIRED', ['password']])
  expect(JSON.stringify(t.directory.organization.settings)).toBe(settings)
  expect(t.directory.organization.deactivatedAt).toBeNull()
  expect(t.directory.users.get(made.mia.id)).toMatchObject({
    role: roles.member,
    deliveryEmail: made.mia.email,
  })
  await browser.call('POST', '/tagma/step_up', { password: 'password of olive' })
  expect(await codeOf(change(made))).toBe('success')
})

test.each(Object.entries(guarded))('%s takes no further proof right after the sign-in', async (_, change) => {
  expect(await codeOf(change(await scene()))).toBe('success')
})

test('everyday changes take none, and neither do calls by key', async () => {
  const made = await scene()
  const { t, olive, mia, browser } = made
  t.clock.advance({ hours: 2 })
  expect(await codeOf(browser.call('PATCH', '/realm', { name: 'Another name' }))).toBe('success')
  expect(await codeOf(ofMia({ role: roles.moderator })(made))).toBe('success')
  await t.as(olive).call(updateRealm, { second_factor_grace_days: 5 })
  await t.as(olive).call(updateUser, { user_id: mia.id, role: roles.owner })
  await t.as(olive).call(deactivateRealm, {})
})

test('whoever may not change it is told so, and not asked for a proof', async () => {
  const { t, mia } = await scene()
  const member = await new TestBrowser(t).enter(mia)
  t.clock.advance({ hours: 2 })
  for (const [path, fields] of [
    ['/realm', { second_factor_grace_days: 3 }],
    [`/users/${mia.id}`, { role: roles.owner }],
  ] as const)
    expect((await member.call('PATCH', path, fields)).json).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
})
