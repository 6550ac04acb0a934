import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addAlertWords } from '@tagma/contract/endpoints/alert-words/add-alert-words.ts'
import { addBotFeed } from '@tagma/contract/endpoints/bots/add-bot-feed.ts'
import { setBotCommands } from '@tagma/contract/endpoints/bots/set-bot-commands.ts'
import { setBotTemplate } from '@tagma/contract/endpoints/bots/set-bot-template.ts'
import { updateBotStorage } from '@tagma/contract/endpoints/bots/update-bot-storage.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { createDrafts } from '@tagma/contract/endpoints/drafts/create-drafts.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { addNavigationView } from '@tagma/contract/endpoints/navigation-views/add-navigation-view.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { updateProfileData } from '@tagma/contract/endpoints/profile-fields/update-profile-data.ts'
import { addFcmToken } from '@tagma/contract/endpoints/push/add-fcm-token.ts'
import { addWebPushSubscription } from '@tagma/contract/endpoints/push/add-web-push-subscription.ts'
import { getWebPush } from '@tagma/contract/endpoints/push/get-web-push.ts'
import { registerClientDevice } from '@tagma/contract/endpoints/push/register-client-device.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { createAccessToken } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { createSavedSnippet } from '@tagma/contract/endpoints/snippets/create-saved-snippet.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { deactivateUser } from '@tagma/contract/endpoints/users/deactivate-user.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { expect, test } from 'vitest'
import { flushPresence } from '#areas/presence/presence-job.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertSentMessage } from '#store/messages/sent-messages.ts'
import { holdNotifications } from '#store/notifying/held-notifications.ts'
import { insertNotified } from '#store/notifying/notified-messages.ts'
import { insertPushes } from '#store/notifying/outgoing-pushes.ts'
import { insertPushRegistration } from '#store/notifying/push-registrations.ts'
import { insertWaitingEmails } from '#store/notifying/waiting-email-notifications.ts'
import { insertAddressUndo } from '#store/people/address-undos.ts'
import { insertAgentAction } from '#store/people/agent-actions.ts'
import { noConfiguration, saveBot } from '#store/people/bots.ts'
import { insertEmailChange } from '#store/people/email-changes.ts'
import { insertIdentity } from '#store/people/external-identities.ts'
import { keepPayload } from '#store/people/hook-payloads.ts'
import { claimKey } from '#store/people/idempotency-keys.ts'
import { saveOauthClient } from '#store/people/oauth-clients.ts'
import { insertOauthGrant } from '#store/people/oauth-grants.ts'
import { insertPasskey } from '#store/people/passkeys.ts'
import { insertPasswordReset } from '#store/people/password-resets.ts'
import { insertScimClient, saveScimLink } from '#store/people/scim-clients.ts'
import { replaceRecoveryCodes, savePendingFactor } from '#store/people/second-factors.ts'
import { insertSession } from '#store/people/sessions.ts'
import { insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { insertSignUp } from '#store/people/sign-ups.ts'
import { saveWebexToken } from '#store/people/webex-tokens.ts'
import { testApp } from '#test/app.ts'
import { SubscribedBrowser } from '#test/browser-push-service.ts'
import { converge } from '#test/converge.ts'
import { credentials } from '#test/load-upload.ts'
import { readTables } from '#test/read-tables.ts'

/**
 * Says for every table what erasing a user does. `goes`: the column in which no row names the user afterwards. `stays`:
 * the reason. A new table fails the test below until somebody has decided.
 */
const decisions: Readonly<Record<string, { goes: string } | { stays: string }>> = {
  access_tokens: { goes: 'user_id' },
  address_undos: { goes: 'user_id' },
  agent_actions: { goes: 'user_id' },
  alert_words: { goes: 'user_id' },
  bot_commands: { goes: 'user_id' },
  bot_storage: { goes: 'user_id' },
  bots: { goes: 'user_id' },
  devices: { goes: 'user_id' },
  drafts: { goes: 'user_id' },
  email_changes: { goes: 'user_id' },
  event_queues: { goes: 'user_id' },
  external_identities: { goes: 'user_id' },
  feeds: { goes: 'user_id' },
  held_notifications: { goes: 'user_id' },
  hook_payloads: { goes: 'user_id' },
  hook_templates: { goes: 'user_id' },
  idempotency_keys: { goes: 'user_id' },
  imports: { stays: 'counts of what was brought along, with ids of the source' },
  invitations: { goes: 'inviter_id' },
  legacy_push_tokens: { goes: 'user_id' },
  message_flags: { goes: 'user_id' },
  muted_users: { goes: 'user_id' },
  navigation_views: { goes: 'user_id' },
  notified_messages: { goes: 'user_id' },
  oauth_grants: { goes: 'user_id' },
  outgoing_pushes: { goes: 'user_id' },
  known_devices: { goes: 'user_id' },
  passkeys: { goes: 'user_id' },
  password_resets: { goes: 'user_id' },
  presence: { goes: 'user_id' },
  profile_values: { goes: 'user_id' },
  provider_troubles: { stays: 'codes and reasons of sign-ins that a service did not complete' },
  read_state: { goes: 'user_id' },
  recovery_codes: { goes: 'user_id' },
  saved_snippets: { goes: 'user_id' },
  scheduled_messages: { goes: 'user_id' },
  second_factors: { goes: 'user_id' },
  scim_links: { goes: 'user_id' },
  sent_messages: { goes: 'user_id' },
  sign_in_flows: { goes: 'user_id' },
  sign_in_networks: { goes: 'user_id' },
  sessions: { goes: 'user_id' },
  subscription_spans: { goes: 'user_id' },
  subscriptions: { goes: 'user_id' },
  user_group_members: { goes: 'user_id' },
  user_statuses: { goes: 'user_id' },
  user_topics: { goes: 'user_id' },
  waiting_email_notifications: { goes: 'user_id' },
  web_push_keys: { stays: 'of the organization; nobody is named' },
  web_push_subscriptions: { goes: 'user_id' },
  webex_tokens: { goes: 'user_id' },

  users: { stays: 'as an empty shell that messages point to' },
  messages: { stays: 'they are what others have read; nobody is named on them' },
  deleted_messages: { stays: 'who wrote and who deleted are ids; for 90 days, without texts' },
  conversations: { stays: 'of messages' },
  conversation_participants: { stays: 'others still see with whom they spoke, by id' },
  reactions: { stays: 'part of messages' },
  submessages: { stays: 'part of messages: votes of polls' },
  attachments: { stays: 'those that messages link; the others go' },
  link_previews: { stays: 'pages that messages link; nobody is named' },
  preview_wishes: { stays: 'part of messages' },
  message_attachments: { stays: 'part of messages' },
  search_progress: { stays: 'of messages' },
  search_stale: { stays: 'of messages' },
  search_words: { stays: 'of messages' },
  data_exports: { stays: 'who asked is an id; the archives themselves go' },
  custom_emoji: { stays: 'of the organization; the author is an id' },
  channels: { stays: 'of the organization; the creator is an id' },
  channel_folders: { stays: 'of the organization; the creator is an id' },
  user_groups: { stays: 'of the organization; the creator is an id' },
  event_log: { stays: 'without what it said of them' },
  outgoing_mail: { stays: 'only the mail that tells of the deactivation' },
  push_registrations: { goes: 'device_id' },

  organizations: { stays: 'nobody is named' },
  oauth_clients: { stays: 'programs; nobody is named' },
  scim_clients: { stays: 'nobody is named' },
  spent_ids: { stays: 'nobody is named' },
  user_group_subgroups: { stays: 'nobody is named' },
  channel_days: { stays: 'nobody is named' },
  channel_traffic: { stays: 'nobody is named' },
  unverified_arrivals: { stays: 'counts of sign-ins by a service' },
  upload_usage: { stays: 'nobody is named' },
  profile_fields: { stays: 'nobody is named' },
  linkifiers: { stays: 'nobody is named' },
  code_playgrounds: { stays: 'nobody is named' },
  audit_log: { stays: 'ids and network addresses, until their time has come: rows of a chain cannot change' },
  audit_chains: { stays: 'nobody is named' },
  allowed_domains: { stays: 'nobody is named' },
  log_cursors: { stays: 'nobody is named' },
  failed_hooks: { stays: 'the bot is an id' },
  outgoing_hooks: { stays: 'the bot is an id' },
  migrations: { stays: 'nobody is named' },
  leases: { stays: 'nobody is named' },
  setup_links: { stays: 'nobody is named' },
  sign_ups: { stays: 'for addresses without an account; those for the address of the erased one go' },
}

/** Writes what jobs and links store about a user: unused links, and notifications of every kind that wait to leave. */
async function waitFor(tx: Tx, userId: number, deviceId: number, messageId: number): Promise<void> {
  const later = tx.now + 3600
  await insertPasswordReset(tx, userId, 'zora', later)
  await saveWebexToken(tx, userId, 'sealed')
  await savePendingFactor(tx, userId, { sealed: 'zora', until: later })
  await replaceRecoveryCodes(tx, userId, ['zora'])
  await insertPasskey(tx, {
    userId,
    credentialId: 'zora',
    userHandle: 'zora',
    publicKey: 'zora',
    counter: 0,
    transports: ['internal'],
    host: 'localhost',
    isSynced: true,
    name: 'Phone of Zora',
  })
  await insertSession(tx, 'zora', {
    userId,
    idleSeconds: 3600,
    endsAt: later,
    methods: ['password'],
    program: 'Firefox on Zora',
    address: '127.0.0.1',
    isProved: true,
  })
  const identity = { issuer: 'https://id.example', subject: 'zora', email: 'zora@example.com' }
  await insertIdentity(tx, userId, { ...identity, provider: 'corp' })
  const flow = { provider: 'corp', purpose: 'link', userId, data: { next: '/', identity } } as const
  await insertSignInFlow(tx, 'zora', flow, later)
  const client = { name: 'Okta', mayTouchOwners: false, mayChangeAddresses: false }
  await saveScimLink(tx, await insertScimClient(tx, `zora ${userId}`, client), userId, 'zora')
  await insertEmailChange(tx, 'zora', { userId, newEmail: 'zora@example.net' }, later)
  await insertAddressUndo(tx, 'zora', { userId, formerEmail: 'zora@example.org', passwordHash: 'zora' })
  await insertSignUp(tx, 'zora', { email: 'zora@example.com', next: '/#zora' })
  await insertSentMessage(tx, userId, { queue_id: 'queue', local_id: '1' }, { id: messageId })
  await insertAgentAction(tx, {
    userId,
    tokenId: null,
    client: 'zora',
    tool: 'send_message',
    touched: { channels: [], messages: [messageId], users: [] },
    outcome: 'done',
  })
  const program = { clientId: 'desk', name: 'Desk', redirectUris: [], isDocument: false, freshUntil: 0 }
  const { id: clientId } = await saveOauthClient(tx, program)
  const agreed = {
    userId,
    clientId,
    scopes: [],
    writeTo: null,
    hasStep: false,
    redirectUri: '',
    codeChallenge: '',
  }
  await insertOauthGrant(tx, 'zora', agreed)
  await claimKey(tx, { userId, key: 'zora', callHash: '' })
  await insertNotified(tx, [{ userId, messageId }])
  await holdNotifications(tx, [{ userId, messageId, position: 1 }], later)
  await insertWaitingEmails(tx, [
    { user_id: userId, message_id: messageId, reason: 'mentioned', due_at: later },
  ])
  await insertPushRegistration(tx, {
    device_id: deviceId,
    token_id: 'zora',
    public_key: '',
    encrypted_registration: '',
  })
  await insertPushes(tx, [
    {
      notification_id: 'zora',
      user_id: userId,
      device_id: deviceId,
      legacy_token_id: null,
      message_id: messageId,
      payload: 'zora',
    },
  ])
}

test('nothing personal of an erased user is left in any table, and what others saw stays', async () => {
  const t = await testApp()
  const { owner, member: bystander, guest } = await t.given.everyRole()
  const zora = await t.given.user('zora', { role: 'administrator' })
  const as = t.as(zora)
  await t.given.signedIn(zora)
  const channel = await t.given.channel([owner, zora, bystander])
  const group = await t
    .as(owner)
    .call(createUserGroup, { name: 'weavers', description: '', members: [zora.id] })
  const field = await t.as(owner).call(createCustomProfileField, { name: 'Pet', field_type: 1 })
  const question = await t.given.message(bystander, channel, { content: 'Who is there? @**zora**' })

  const answer = await t.given.message(zora, channel, { content: 'It is me' })
  await t.given.message(zora, [owner], { content: 'and to you alone' })
  await as.call(addReaction, { message_id: question, emoji_name: 'octopus' })
  await as.call(updateProfileData, { data: [{ id: field.id, value: 'a cat called Zorro' }] })
  await as.call(updateStatus, { status_text: 'zora is away', emoji_name: 'octopus' })
  await as.call(updatePresence, { status: 'active' })
  await as.call(createDrafts, {
    drafts: [{ type: 'stream', to: [channel.id], topic: 'x', content: 'zora drafts' }],
  })
  await as.call(createSavedSnippet, { title: 'zora', content: 'zora' })
  await as.call(addNavigationView, { fragment: 'zora', is_pinned: true, name: 'zora' })
  await as.call(muteUser, { muted_user_id: bystander.id })
  await as.call(createInviteLink, {})
  await as.call(createAccessToken, { name: 'zora', scopes: ['events'], password: 'password of zora' })
  const { device_id } = await as.call(registerClientDevice, {})
  await as.call(registerQueue, {})
  await as.call(updateSettings, { timezone: 'Europe/Berlin', email_address_visibility: 1 })
  const { url } = await as.call(uploadFile, {
    file: [{ filename: 'zora.txt', contentType: 'text/plain', bytes: new TextEncoder().encode('zora') }],
  })
  await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/tus',
    headers: {
      ...credentials(zora),
      host: t.host,
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'upload-metadata': `filename ${btoa('zora.pdf')}`,
    },
  })
  expect((await readdir(join(t.app.services.config.dataDir, 'resumable'))).join(' ')).toContain('zora')
  const bot = await t.given.bot('zoras', zora)

  await as.call(addAlertWords, { alert_words: ['zora'] })
  await as.call(createScheduledMessage, {
    type: 'channel',
    to: channel.id,
    topic: 'later',
    content: 'zora, later',
    scheduled_delivery_timestamp: Math.floor(t.clock.now() / 1000) + 3600,
  })
  await as.call(addFcmToken, { token: 'zora' })
  await as.call(getWebPush, {})
  await as.call(
    addWebPushSubscription,
    new SubscribedBrowser({ origin: 'https://push.example.com' }, 'zora').fields,
  )
  await t.as(bot).call(updateBotStorage, { storage: { owner: 'zora' } })
  const feed = { url: 'https://zora.example.com/feed', stream_id: channel.id }
  await t.as(zora).call(addBotFeed, { bot_id: bot.id, ...feed })
  await t.as(zora).call(setBotTemplate, { bot_id: bot.id, name: 'zora', content: 'zora' })
  await t.as(bot).call(setBotCommands, { bot_id: bot.id, commands: [{ name: 'deploy', summary: 'Deploys' }] })
  await t.app.services.data.transact(t.organizationId, (tx) => waitFor(tx, zora.id, device_id, question))
  await t.app.services.data.transact(t.organizationId, async (tx) => {
    await saveBot(tx, bot.id, noConfiguration)
    const sent = { user_id: bot.id, integration: 'json', posts: 1, problem: '', payload: '"zora"' }
    await keepPayload(tx, sent)
  })
  await flushPresence(t.app.services, t.organizationId)

  // A table without rows about the user beforehand would prove nothing.
  const isTheirs = (row: Readonly<Record<string, unknown>>, column: string) =>
    (column === 'device_id' ? [device_id] : [zora.id, bot.id]).includes(Number(row[column]))
  const before = await readTables(t.app.services.data.db)
  const silent = Object.entries(decisions).filter(
    ([table, decision]) =>
      'goes' in decision && !before.get(table)?.some((row) => isTheirs(row, decision.goes)),
  )
  expect(silent.map(([table]) => table)).toEqual([])

  await converge(t, [owner, bystander, guest], () =>
    t.as(owner).call(deactivateUser, {
      user_id: zora.id,
      actions: { delete_profile: true },
      deactivation_notification_comment: 'Farewell',
    }),
  )
  // Presence from memory is not written again.
  await flushPresence(t.app.services, t.organizationId)

  const tables = await readTables(t.app.services.data.db)
  expect([...tables.keys()].toSorted()).toEqual(Object.keys(decisions).toSorted())
  // Matches whole words: a random key may contain the same letters.
  const namesHer = /(?<![a-z0-9])(?:zoras?|zorro)(?![a-z0-9])/i
  const left: string[] = []
  for (const [table, rows] of tables) {
    const decision = decisions[table]
    if (decision && 'goes' in decision)
      for (const row of rows) if (isTheirs(row, decision.goes)) left.push(`${table}: ${JSON.stringify(row)}`)
    // The name occurs in messages that contain it and in mail to the user.
    if (['messages', 'search_words', 'outgoing_mail'].includes(table)) continue
    for (const row of rows)
      if (namesHer.test(JSON.stringify(row))) left.push(`${table}: ${JSON.stringify(row)}`)
  }
  expect(left).toEqual([])
  expect(t.mails.filter(({ to }) => to === 'zora@example.com').length).toBeLessThanOrEqual(1)
  expect(await t.app.services.outside.blobs.size(url.replace('/user_uploads/', ''))).toBeUndefined()
  expect((await t.as(owner).call(getInvites, {})).invites).toEqual([])
  expect((await readdir(join(t.app.services.config.dataDir, 'resumable'))).join(' ')).not.toContain('zora')

  const { user } = await t.as(bystander).call(getUser, { user_id: zora.id })
  expect(user).toMatchObject({ is_deleted: true, is_active: false, full_name: 'Deleted user' })
  const state = await t.as(bystander).call(registerQueue, {})
  expect(state.realm_user_groups?.find(({ id }) => id === group.group_id)?.members).toEqual([])
  const kept = (tables.get('messages') ?? []).filter((row) => row.sender_id === zora.id)
  expect(kept).toHaveLength(2)
  expect(kept.map(({ id }) => id)).toContain(answer)
})

test('bots that were already deactivated are erased with their owner', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  const bot = await t.given.bot('old', member)
  await t.as(owner).call(deactivateUser, { user_id: bot.id })
  await t.as(owner).call(deactivateUser, { user_id: member.id, actions: { delete_profile: true } })
  expect((await t.as(owner).call(getUser, { user_id: bot.id })).user).toMatchObject({ is_deleted: true })
})

test('guests who knew an erased user only from channels do not know them any more', async () => {
  const t = await testApp()
  const { owner, member, guest } = await t.given.everyRole()
  await t.as(owner).call(updateRealm, {
    can_access_all_users_group: { new: t.directory.systemGroup('role:members').id },
  })
  await t
    .as(owner)
    .call(subscribe, { subscriptions: [{ name: 'shared' }], principals: [member.id, guest.id] })
  await converge(t, [guest, owner], () =>
    t.as(owner).call(deactivateUser, { user_id: member.id, actions: { delete_profile: true } }),
  )
  expect(await t.as(guest).refusal(getUser, { user_id: member.id })).toMatchObject({
    message: 'No such user',
  })
})

test('deactivating a user revokes their invitations', async () => {
  const t = await testApp()
  const { owner, administrator } = await t.given.everyRole()
  const { invite_link } = await t.as(administrator).call(createInviteLink, {})
  await t.as(owner).call(deactivateUser, { user_id: administrator.id })
  expect((await t.as(owner).call(getInvites, {})).invites).toEqual([])
  expect((await readdir(join(t.app.services.config.dataDir, 'resumable'))).join(' ')).not.toContain('zora')
  expect((await t.page(invite_link)).status).toBe(410)
})
