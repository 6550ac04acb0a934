import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { getDrafts } from '@tagma/contract/endpoints/drafts/get-drafts.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const schemeOf = async (t: TestApp, user: Account) =>
  (await t.as(user).call(registerQueue, { fetch_event_types: ['user_settings'] })).user_settings?.color_scheme

test('an administrator sets settings for people and members of groups, and for nobody else', async () => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  const { iris, otto, mia, zoe } = await t.given.members('iris', 'otto', 'mia', 'zoe')
  const { group_id } = await t
    .as(administrator)
    .call(createUserGroup, { name: 'crew', description: '', members: [otto.id, iris.id] })
  const { user_id } = await t.as(mia).call(createBot, { full_name: 'Build', short_name: 'build' })
  await t.as(administrator).call(deactivateUser, { user_id: zoe.id })
  await converge(t, [administrator, iris, otto, mia], () =>
    t.as(administrator).call(updateSettings, {
      target_users: {
        user_ids: [iris.id, user_id, zoe.id],
        group_ids: [group_id],
        skip_if_already_edited: false,
      },
      color_scheme: 2,
    }),
  )
  await t.as(administrator).call(updateSettings, {
    target_users: { user_ids: [user_id], skip_if_already_edited: true },
    color_scheme: 3,
  })
  await t.as(administrator).call(reactivateUser, { user_id: zoe.id })
  const back = await t.given.signedIn(zoe)
  const schemes = [iris, otto, back, mia, administrator].map((user) => schemeOf(t, user))
  expect(await Promise.all(schemes)).toEqual([2, 2, 2, 1, 1])
})

test('settings that people have chosen themselves can be left alone, one by one', async () => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  const { iris, otto } = await t.given.members('iris', 'otto')
  // Chosen, though it has its original value again.
  await t.as(iris).call(updateSettings, { color_scheme: 3 })
  await t.as(iris).call(updateSettings, { color_scheme: 1 })
  const change = (skip_if_already_edited: boolean, color_scheme: 2 | 3) =>
    t.as(administrator).call(updateSettings, {
      target_users: { user_ids: [iris.id, otto.id], skip_if_already_edited },
      color_scheme,
      starred_message_counts: false,
    })
  await change(true, 2)
  expect([await schemeOf(t, iris), await schemeOf(t, otto)]).toEqual([1, 2])
  const { user_settings } = await t.as(iris).call(registerQueue, { fetch_event_types: ['user_settings'] })
  expect(user_settings?.starred_message_counts).toBe(false)
  // The choice of an administrator does not count as the user's own.
  await change(true, 3)
  expect([await schemeOf(t, iris), await schemeOf(t, otto)]).toEqual([1, 3])
  await change(false, 2)
  expect([await schemeOf(t, iris), await schemeOf(t, otto)]).toEqual([2, 2])
})

test('consequences of a setting follow for others too', async () => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  await t.as(member).call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'so far' }] })
  await t.as(administrator).call(updateSettings, {
    target_users: { user_ids: [member.id], skip_if_already_edited: true },
    enable_drafts_synchronization: false,
  })
  expect((await t.as(member).call(getDrafts, {})).drafts).toEqual([])
})

test.each([
  [{ full_name: 'Other' }],
  [{ email: 'other@example.com' }],
  [{ new_password: 'correct horse', old_password: 'x' }],
  [{ timezone: 'Europe/Berlin' }],
  [{ presence_enabled: false }],
  [{ send_read_receipts: false }],
  [{ email_address_visibility: 1 as const }],
  [{ enable_login_emails: false }],
])('people alone set %j', async (settings) => {
  const t = await testApp()
  const { administrator, member } = await t.given.everyRole()
  const target_users = { user_ids: [member.id], skip_if_already_edited: false }
  expect(
    await t.as(administrator).refusal(updateSettings, { target_users, color_scheme: 2, ...settings }),
  ).toMatchObject({ code: 'BAD_REQUEST', message: 'Cannot change this setting for other users.' })
  expect(await schemeOf(t, member)).toBe(1)
})

test('strangers, empty lists and callers without the role are refused, and nothing changes', async () => {
  const t = await testApp()
  const other = await testApp()
  const { administrator, moderator, member } = await t.given.everyRole()
  const { mia } = await other.given.members('mia')
  const refusal = async (user: Account, targets: { user_ids?: number[]; group_ids?: number[] }) => {
    const { code, message } = await t.as(user).refusal(updateSettings, {
      target_users: { ...targets, skip_if_already_edited: false },
      color_scheme: 2,
    })
    return `${code}: ${message}`
  }
  expect(await refusal(administrator, { user_ids: [member.id, mia.id] })).toBe(
    `BAD_REQUEST: Invalid user ID: ${mia.id}`,
  )
  expect(await refusal(administrator, { group_ids: [999_999_999] })).toBe(
    'BAD_REQUEST: Invalid user group ID: 999999999',
  )
  expect(await refusal(administrator, {})).toBe('BAD_REQUEST: Either user_ids or group_ids must be provided.')
  expect(await refusal(moderator, { user_ids: [member.id] })).toBe(
    'UNAUTHORIZED_PRINCIPAL: Must be an organization administrator',
  )
  expect(await schemeOf(t, member)).toBe(1)
})
