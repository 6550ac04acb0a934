import { archiveStream } from '@tagma/contract/endpoints/channels/archive-stream.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { getServerSettings } from '@tagma/contract/endpoints/server/get-server-settings.ts'
import { uploadAvatar } from '@tagma/contract/endpoints/users/upload-avatar.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { picture } from '#test/pictures.ts'

// Fields that each client reads at its start without checking that they exist: compatibility notes, "Fields required".

const terminal = `zulip_version zulip_feature_level queue_id last_event_id max_message_id subscriptions muted_topics
  realm_user_groups unread_msgs realm_emoji realm_users cross_realm_bots presences starred_messages
  custom_profile_fields user_settings realm_message_retention_days realm_name realm_allow_message_editing
  realm_allow_edit_history user_id email full_name`

const flutter = `last_event_id zulip_feature_level zulip_version zulip_merge_base alert_words custom_profile_fields
  max_stream_name_length max_topic_length server_presence_ping_interval_seconds
  server_presence_offline_threshold_seconds muted_users presences realm_emoji realm_user_groups
  recent_private_conversations subscriptions unread_msgs starred_messages streams user_status user_settings
  user_topics realm_wildcard_mention_policy realm_name realm_waiting_period_threshold realm_allow_message_editing
  realm_enable_read_receipts realm_icon_url realm_presence_disabled realm_default_external_accounts
  max_file_upload_size_mib server_emoji_data_url event_queue_longpoll_timeout_seconds realm_users
  realm_non_active_users cross_realm_bots`

const words = (text: string) => text.split(/\s+/)

test.each([
  ['python and js', 'queue_id last_event_id max_message_id zulip_feature_level zulip_version'],
  ['zulip-terminal', terminal],
  ['zulip-flutter', flutter],
])('%s finds every field that it needs', async (_client, fields) => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const answer = await t.as(iris).call(registerQueue, {
    client_gravatar: false,
    slim_presence: true,
    idle_queue_timeout: 'mobile',
  })
  const given = new Set(Object.keys(answer))
  expect(words(fields).filter((name) => !given.has(name))).toEqual([])
})

test('the numbers and texts that clients compute with have the right values', async () => {
  const t = await testApp({ MIN_DEACTIVATED_REALM_DELETION_DAYS: '3' })
  const owner = await t.given.user('owner', { role: 'owner' })
  const answer = await t.as(owner).call(registerQueue, {})
  expect(answer).toMatchObject({
    realm_name: t.directory.organization.name,
    realm_url: `http://${t.host}`,
    realm_bot_domain: t.host,
    realm_wildcard_mention_policy: 5,
    realm_delete_own_message_policy: 5,
    realm_mandatory_topics: false,
    realm_topics_policy: 'allow_empty_topic',
    realm_authentication_methods: {
      Email: { enabled: true, available: true },
      LDAP: { enabled: false, available: false, unavailable_reason: expect.stringContaining('LDAP') },
    },
    server_min_deactivated_realm_deletion_days: 3,
    server_max_deactivated_realm_deletion_days: null,
    password_min_length: 12,
    max_icon_file_size_mib: 5,
    realm_can_create_groups: t.directory.systemGroup('role:members').id,
  })
  expect(answer.realm_authentication_methods?.Email).not.toHaveProperty('unavailable_reason')
  expect(answer).not.toHaveProperty('demo_organization_scheduled_deletion_date')
  expect(answer.server_supported_permission_settings?.realm.can_create_groups).toEqual({
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: true,
    allow_everyone_group: false,
    default_group_name: 'role:members',
    default_for_system_groups: null,
    allowed_system_groups: [],
  })
})

test('limits are told as they are enforced', async () => {
  const limited = { MIN_DEACTIVATED_REALM_DELETION_DAYS: '2', MAX_DEACTIVATED_REALM_DELETION_DAYS: '9' }
  const t = await testApp(limited)
  const owner = await t.given.user('owner', { role: 'owner' })
  const told = await t.as(owner).call(registerQueue, {})
  expect(told).toMatchObject({
    server_min_deactivated_realm_deletion_days: 2,
    server_max_deactivated_realm_deletion_days: 9,
  })
  for (const deletion_delay_days of [1, 10, null])
    expect((await t.as(owner).refusal(deactivateRealm, { deletion_delay_days })).code).toBe('BAD_REQUEST')
  const mebibytes = told.max_avatar_file_size_mib ?? 0
  const large = { ...(await picture()), bytes: new Uint8Array(mebibytes * 1024 * 1024 + 1) }
  const refusal = (bytes: Uint8Array) => t.as(owner).refusal(uploadAvatar, { file: [{ ...large, bytes }] })
  expect(await refusal(large.bytes)).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining(`${mebibytes} MiB`),
  })
  expect((await refusal(large.bytes.subarray(1))).code, 'as large as allowed').toBe('BAD_IMAGE')
})

test('a part that was not asked for is left out', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const answer = await t.as(iris).call(registerQueue, { fetch_event_types: ['realm_domains'] })
  expect(Object.keys(answer).toSorted()).toEqual([
    'event_queue_longpoll_timeout_seconds',
    'idle_queue_timeout_secs',
    'last_event_id',
    'queue_id',
    'realm_domains',
    'zulip_feature_level',
    'zulip_merge_base',
    'zulip_version',
  ])
})

test('unread messages come only to clients that get messages and changes of flags', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const given = async (...fetch_event_types: string[]) =>
    'unread_msgs' in (await t.as(iris).call(registerQueue, { fetch_event_types }))
  expect(await given('message')).toBe(false)
  expect(await given('update_message_flags')).toBe(false)
  expect(await given('message', 'update_message_flags')).toBe(true)
})

test('before signing in, clients learn whether there are web-public channels', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const isThere = async () => (await t.as().call(getServerSettings, {})).realm_web_public_access_enabled
  await t.as(owner).call(updateRealm, { enable_spectator_access: true })
  expect(await isThere()).toBe(false)
  const channel = await t.given.channel([owner], { is_web_public: true })
  expect(await isThere()).toBe(true)
  await t.as(owner).call(archiveStream, { stream_id: channel.id })
  expect(await isThere()).toBe(false)
})

test('before signing in, clients learn all they need', async () => {
  const t = await testApp()
  const settings = await t.as().call(getServerSettings, {})
  expect(settings).toMatchObject({
    authentication_methods: { password: true, email: true, ldap: false, dev: false },
    external_authentication_methods: [],
    zulip_feature_level: 507,
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: `http://${t.host}`,
    realm_uri: `http://${t.host}`,
    realm_name: t.directory.organization.name,
    realm_icon: `http://${t.host}/static/organization/icon.png`,
    realm_description: '',
    realm_web_public_access_enabled: false,
  })
})
