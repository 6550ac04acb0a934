import type { Endpoint, Input } from '@tagma/contract/define.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { deactivateBot } from '@tagma/contract/endpoints/bots/deactivate-bot.ts'
import { regenerateBotApiKey } from '@tagma/contract/endpoints/bots/regenerate-bot-api-key.ts'
import { updateBot } from '@tagma/contract/endpoints/bots/update-bot.ts'
import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { deleteRealmDomain } from '@tagma/contract/endpoints/domains/delete-realm-domain.ts'
import { patchRealmDomain } from '@tagma/contract/endpoints/domains/patch-realm-domain.ts'
import { deleteRealmExport } from '@tagma/contract/endpoints/exports/delete-realm-export.ts'
import { exportRealm } from '@tagma/contract/endpoints/exports/export-realm.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { deactivateUserGroup } from '@tagma/contract/endpoints/groups/deactivate-user-group.ts'
import { updateUserGroupMembers } from '@tagma/contract/endpoints/groups/update-user-group-members.ts'
import { updateUserGroupSubgroups } from '@tagma/contract/endpoints/groups/update-user-group-subgroups.ts'
import { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { resendEmailInvite } from '@tagma/contract/endpoints/invites/resend-email-invite.ts'
import { revokeEmailInvite } from '@tagma/contract/endpoints/invites/revoke-email-invite.ts'
import { revokeInviteLink } from '@tagma/contract/endpoints/invites/revoke-invite-link.ts'
import { sendInvites } from '@tagma/contract/endpoints/invites/send-invites.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { createScimClient } from '@tagma/contract/endpoints/provisioning/create-scim-client.ts'
import { removeScimClient } from '@tagma/contract/endpoints/provisioning/remove-scim-client.ts'
import { rotateScimClient } from '@tagma/contract/endpoints/provisioning/rotate-scim-client.ts'
import { updateRealmUserSettingsDefaults } from '@tagma/contract/endpoints/settings/update-realm-user-settings-defaults.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { addPasskey } from '@tagma/contract/endpoints/sign-in/add-passkey.ts'
import { beginPasskey } from '@tagma/contract/endpoints/sign-in/begin-passkey.ts'
import { beginSecondFactor } from '@tagma/contract/endpoints/sign-in/begin-second-factor.ts'
import { confirmSecondFactor } from '@tagma/contract/endpoints/sign-in/confirm-second-factor.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { endAccessToken } from '@tagma/contract/endpoints/sign-in/end-access-token.ts'
import { removePasskey } from '@tagma/contract/endpoints/sign-in/remove-passkey.ts'
import { removeSecondFactor } from '@tagma/contract/endpoints/sign-in/remove-second-factor.ts'
import { renewRecoveryCodes } from '@tagma/contract/endpoints/sign-in/renew-recovery-codes.ts'
import { resetSecondFactor } from '@tagma/contract/endpoints/sign-in/reset-second-factor.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { deactivateOwnUser } from '@tagma/contract/endpoints/users/deactivate-own-user.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { reactivateUser } from '@tagma/contract/endpoints/users/reactivate-user.ts'
import { regenerateApiKey } from '@tagma/contract/endpoints/users/regenerate-api-key.ts'
import { updateUserByEmail } from '@tagma/contract/endpoints/users/update-user-by-email.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { makeExportsJob } from '#areas/exports/make-exports-job.ts'
import { securityRules } from '#http/security-calls.ts'
import { findAuditChain, readAuditRows } from '#store/log/audit-log.ts'
import { verifyAudit } from '#store/log/verify-audit.ts'
import { type Account, testApp } from '#test/app.ts'
import { addFactor, Authenticator } from '#test/authenticator.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'

async function scene() {
  const t = await testApp()
  const { db } = t.app.services.data
  const called = new Set<string>()
  const after = async () => (await findAuditChain(db, t.organizationId)).newest.number
  const newRows = (number: number) => readAuditRows(db, t.organizationId, { after: number, limit: 100 })
  /** The test's client signs in for endpoints that only a browser may call. */
  const bySession = (endpoint: Endpoint) => endpoint.session === true
  /** Calls an endpoint and returns its answer, with the actions that it was noted as and their targets. */
  async function noted<E extends Endpoint>(account: Account, endpoint: E, args: Input<E>) {
    const number = await after()
    const answer = await t.as(account).call(endpoint, args)
    called.add(endpoint.id)
    const rows = (await newRows(number)).filter(({ action }) => action !== 'session.opened')
    for (const row of rows)
      expect(row).toMatchObject({
        actor_kind: 'user',
        actor_id: account.id,
        credential: bySession(endpoint) ? expect.stringMatching(/^session \d+$/) : 'key',
        address: '127.0.0.1',
      })
    return {
      answer,
      actions: rows.map((row) => [row.action, row.target_id] as const),
      details: rows.map((row) => JSON.parse(row.detail) as unknown),
    }
  }
  return { t, db, called, after, newRows, noted }
}

test('each call that changes what others may do or see has its rows, and everyday calls have none', async () => {
  const { t, db, called, after, noted } = await scene()
  const owner = await t.given.user('olive', { role: 'owner' })
  const iris = await t.given.user('iris')
  const leo = await t.given.user('leo')
  await t.given.mayCreateUsers(owner)
  await t.given.mayChangeEmails(owner)
  const channel = await t.given.channel([owner, iris], { name: 'design' })

  const before = await after()
  await t.as(iris).call(sendMessage, { type: 'channel', to: channel.id, topic: 'a', content: 'hello' })
  await t.as(iris).call(updateSettings, { left_side_userlist: true })
  await t.as(owner).call(updateStream, { stream_id: channel.id, new_name: 'drawing' })
  expect(await after()).toBe(before)

  // People.
  const made = await noted(owner, createUser, {
    email: 'nina@example.com',
    password: 'correct horse',
    full_name: 'Nina',
  })
  expect(made.actions).toEqual([['user.created', made.answer.user_id]])
  const role = await noted(owner, updateUser, { user_id: leo.id, role: roles.moderator })
  expect([role.actions, role.details]).toEqual([
    [['user.role', leo.id]],
    [{ from: roles.member, to: roles.moderator }],
  ])
  const address = await noted(owner, updateUserByEmail, { email: leo.email, new_email: 'leon@example.com' })
  expect([address.actions, address.details]).toEqual([[['user.email', leo.id]], [{}]])
  const password = await noted(iris, updateSettings, {
    old_password: 'password of iris',
    new_password: 'thunder on tuesday',
  })
  expect(password.actions).toEqual([['password.changed', iris.id]])

  // Tokens and keys.
  const token = await noted(iris, createAccessToken, {
    name: 'Report',
    scopes: ['messages:read'],
    password: 'thunder on tuesday',
  })
  expect([token.actions, token.details]).toEqual([
    [['token.created', iris.id]],
    [{ token: token.answer.id, scopes: ['messages:read'], expires_at: null, write_to: null }],
  ])
  expect((await noted(iris, endAccessToken, { access_token_id: token.answer.id })).actions).toEqual([
    ['token.ended', iris.id],
  ])
  const begun = await t.as(iris).call(beginSecondFactor, { password: 'thunder on tuesday' })
  const phone = new Authenticator(t.clock, begun.secret)
  expect((await noted(iris, confirmSecondFactor, { code: phone.shown() })).actions).toEqual([
    ['factor.added', iris.id],
  ])
  expect((await noted(iris, renewRecoveryCodes, { code: phone.next() })).actions).toEqual([
    ['factor.codes_renewed', iris.id],
  ])
  expect((await noted(iris, removeSecondFactor, { code: phone.next() })).actions).toEqual([
    ['factor.removed', iris.id],
  ])
  const lost = await t.given.user('lost')
  const { options } = await t.as(lost).call(beginPasskey, {})
  const created = new PasskeyDevice(`http://${t.host}`).create(options)
  const passkey = await noted(lost, addPasskey, { name: 'Laptop', passkey: created })
  expect(passkey.actions).toEqual([['factor.added', lost.id]])
  const removal = { passkey_id: passkey.answer.id, code: passkey.answer.recovery_codes[0] }
  expect((await noted(lost, removePasskey, removal)).actions).toContainEqual(['factor.removed', lost.id])
  await addFactor(t, lost)
  const reset = await noted(owner, resetSecondFactor, { user_id: lost.id })
  expect(reset.actions.slice(0, 1)).toEqual([['factor.reset', lost.id]])
  expect(reset.actions.map(([action]) => action)).toContain('key.replaced')
  const key = await noted(iris, regenerateApiKey, {})
  expect(key.actions).toEqual([['key.replaced', iris.id]])

  // Bots.
  const bot = await noted(owner, createBot, { full_name: 'Build', short_name: 'build', bot_type: 1 })
  const { user_id: botId } = bot.answer
  expect([bot.actions, bot.details]).toEqual([[['bot.created', botId]], [{ type: 1, owner: owner.id }]])
  expect((await noted(owner, updateBot, { bot_id: botId, bot_owner_id: iris.id })).details).toEqual([
    { from: owner.id, to: iris.id },
  ])
  expect((await noted(owner, regenerateBotApiKey, { bot_id: botId })).actions).toEqual([
    ['key.replaced', botId],
  ])
  expect((await noted(owner, deactivateBot, { bot_id: botId })).actions).toEqual([
    ['user.deactivated', botId],
  ])

  // Groups.
  const group = await noted(owner, createUserGroup, { name: 'print', description: '', members: [iris.id] })
  const { group_id: groupId } = group.answer
  expect(group.actions).toEqual([['group.created', groupId]])
  const changed = await noted(owner, updateUserGroup, { user_group_id: groupId, name: 'printers' })
  expect([changed.actions, changed.details]).toEqual([
    [['group.changed', groupId]],
    [{ names: ['name'], changes: {} }],
  ])
  const members = await noted(owner, updateUserGroupMembers, { user_group_id: groupId, add: [leo.id] })
  expect(members.details).toEqual([
    { added: [leo.id], removed: [], added_subgroups: [], removed_subgroups: [] },
  ])
  const inner = await t.as(owner).call(createUserGroup, { name: 'inner', description: '', members: [] })
  expect(
    (await noted(owner, updateUserGroupSubgroups, { user_group_id: groupId, add: [inner.group_id] })).actions,
  ).toEqual([['group.members', groupId]])
  expect((await noted(owner, deactivateUserGroup, { user_group_id: groupId })).actions).toEqual([
    ['group.deactivated', groupId],
  ])

  // Channels.
  const hidden = await noted(owner, updateStream, { stream_id: channel.id, is_private: true })
  expect([hidden.actions, hidden.details]).toEqual([
    [['channel.permission', channel.id]],
    [{ changes: { is_private: { from: false, to: true } } }],
  ])
  expect((await noted(owner, archiveStream, { stream_id: channel.id })).actions).toEqual([
    ['channel.archived', channel.id],
  ])

  // The organization.
  const setting = await noted(owner, updateRealm, { name_changes_disabled: true, description: 'plans' })
  expect([setting.actions, setting.details]).toEqual([
    [['organization.setting', null]],
    [{ names: ['description'], changes: { name_changes_disabled: { from: false, to: true } } }],
  ])
  const initial = await noted(owner, updateRealmUserSettingsDefaults, { left_side_userlist: true })
  expect(initial.details).toEqual([
    { user_settings_defaults: { left_side_userlist: { from: false, to: true } } },
  ])
  const domain = { domain: 'example.org', allow_subdomains: false }
  expect((await noted(owner, addRealmDomain, domain)).details).toEqual([{ op: 'add', ...domain }])
  expect((await noted(owner, patchRealmDomain, { ...domain, allow_subdomains: true })).details).toEqual([
    { op: 'change', ...domain, allow_subdomains: true },
  ])
  expect((await noted(owner, deleteRealmDomain, { domain: 'example.org' })).actions).toEqual([
    ['organization.domain', null],
  ])

  // Invitations.
  const mailed = await noted(owner, sendInvites, { invitee_emails: 'mia@example.com', stream_ids: [] })
  const [mail] = (await t.as(owner).call(getInvites, {})).invites
  expect([mailed.actions, mailed.details]).toEqual([
    [['invitation.created', mail?.id]],
    [expect.objectContaining({ by: 'email', role: roles.member, channels: [] })],
  ])
  expect((await noted(owner, resendEmailInvite, { invite_id: mail?.id ?? 0 })).actions).toEqual([
    ['invitation.sent_again', mail?.id],
  ])
  expect((await noted(owner, revokeEmailInvite, { invite_id: mail?.id ?? 0 })).actions).toEqual([
    ['invitation.revoked', mail?.id],
  ])
  const link = await noted(owner, createInviteLink, { stream_ids: [] })
  const [linkId] = link.actions[0]?.slice(1) ?? []
  expect(link.details).toEqual([expect.objectContaining({ by: 'link' })])
  expect((await noted(owner, revokeInviteLink, { invite_id: Number(linkId) })).actions).toEqual([
    ['invitation.revoked', linkId],
  ])

  // Provisioning.
  const client = await noted(owner, createScimClient, { name: 'Okta', password: 'password of olive' })
  const { id: clientId } = client.answer
  expect([client.actions, client.details]).toEqual([
    [['scim_client.created', null]],
    [{ client: clientId, may_touch_owners: false, may_change_addresses: true }],
  ])
  const rotated = await noted(owner, rotateScimClient, {
    scim_client_id: clientId,
    password: 'password of olive',
  })
  expect([rotated.actions, rotated.details]).toEqual([
    [['scim_client.rotated', null]],
    [{ client: clientId, ends_former: false }],
  ])
  expect((await noted(owner, removeScimClient, { scim_client_id: clientId })).actions).toEqual([
    ['scim_client.removed', null],
  ])

  // Exports.
  const archive = await noted(owner, exportRealm, { export_type: 'public' })
  const exportId = archive.answer.id
  expect([archive.actions, archive.details]).toEqual([[['export.asked', exportId]], [{ type: 'public' }]])
  await makeExportsJob.run(t.app.services, t.organizationId)
  expect((await noted(owner, deleteRealmExport, { export_id: exportId })).actions).toEqual([
    ['export.deleted', exportId],
  ])

  // Ends.
  expect((await noted(owner, deactivateUser, { user_id: leo.id })).actions).toEqual([
    ['user.deactivated', leo.id],
  ])
  expect((await noted(owner, reactivateUser, { user_id: leo.id })).actions).toEqual([
    ['user.reactivated', leo.id],
  ])
  await t.as(owner).call(deactivateUser, { user_id: leo.id, actions: { delete_profile: true } })
  const own = await noted({ ...iris, apiKey: key.answer.api_key }, deactivateOwnUser, {})
  expect(own.actions).toEqual([
    ['user.deactivated', iris.id],
    ['session.ended', iris.id],
  ])
  expect((await noted(owner, deactivateRealm, { deletion_delay_days: 30 })).actions).toEqual([
    ['organization.deactivated', null],
  ])

  const rows = await readAuditRows(db, t.organizationId, { after: 0, limit: 1000 })
  expect(rows.map(({ action }) => action)).toContain('user.erased')
  // No secret, and nothing that people wrote or are called.
  expect(JSON.stringify(rows)).not.toMatch(
    /@example\.com|Nina|printers|drawing|plans|thunder|correct horse|Report/,
  )
  expect((await verifyAudit(db, t.organizationId)).problems).toEqual([])
  // Readings of bots' keys change nothing: they have lines in the security log.
  const readings = ['get-bots', 'get-bot-api-key']
  expect([...securityRules.keys()].filter((id) => !called.has(id) && !readings.includes(id))).toEqual([])
})

test('a refused call leaves no row', async () => {
  const { t, after, newRows } = await scene()
  const owner = await t.given.user('olive', { role: 'owner' })
  const iris = await t.given.user('iris')
  const before = await after()
  await t.as(iris).refusal(updateRealm, { name: 'Mine' })
  await t.as(owner).refusal(deactivateUser, { user_id: owner.id })
  await t.as(owner).refusal(endAccessToken, { access_token_id: 999_999 })
  // The test's client signed in to end a token.
  expect((await newRows(before)).map(({ action }) => action)).toEqual(['session.opened'])
})
