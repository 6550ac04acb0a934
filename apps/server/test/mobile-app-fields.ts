/**
 * Fields that the official mobile app requires (its version 30.0.274, August 2026): where one is missing or null, it
 * throws and shows nothing. `a.b` is a field inside a field, `a[].b` one of each entry, of which there must be one.
 */

const words = (text: string) => text.trim().split(/\s+/)
const inside = (place: string, text: string) => words(text).map((name) => `${place}.${name}`)

const channel =
  'stream_id name description rendered_description date_created invite_only is_web_public history_public_to_subscribers'
const subscription = `${channel} pin_to_top is_muted color`
const user = 'user_id email full_name date_joined is_bot role timezone avatar_version'
const group = 'id members direct_subgroup_ids name description is_system_group'
const emoji = 'id name source_url deactivated'
const message =
  'client content content_type id is_me_message reactions sender_email sender_full_name sender_id sender_realm_str timestamp type subject display_recipient'

/** Fields of GET /server_settings. */
export const serverSettingsFields = [
  ...words(`
    authentication_methods external_authentication_methods zulip_feature_level zulip_version zulip_merge_base
    push_notifications_enabled is_incompatible email_auth_enabled require_email_format_usernames realm_uri realm_name
    realm_icon realm_description realm_web_public_access_enabled`),
  'authentication_methods.ldap',
]

/** Fields of POST /register. */
export const registrationFields = [
  ...words(`
    queue_id last_event_id zulip_feature_level zulip_version zulip_merge_base alert_words custom_profile_fields
    max_stream_name_length max_topic_length server_presence_ping_interval_seconds
    server_presence_offline_threshold_seconds muted_users presences realm_emoji realm_user_groups
    recent_private_conversations subscriptions unread_msgs starred_messages streams user_status user_settings
    user_topics realm_wildcard_mention_policy realm_name realm_waiting_period_threshold realm_allow_message_editing
    realm_enable_read_receipts realm_icon_url realm_presence_disabled realm_default_external_accounts
    max_file_upload_size_mib server_emoji_data_url event_queue_longpoll_timeout_seconds realm_users
    realm_non_active_users cross_realm_bots`),
  ...inside('streams[]', channel),
  ...inside('subscriptions[]', subscription),
  ...inside('realm_users[]', user),
  ...inside('cross_realm_bots[]', user),
  ...inside('realm_user_groups[]', group),
  ...inside('user_settings', 'starred_message_counts display_emoji_reaction_users emojiset presence_enabled'),
  ...inside('unread_msgs', 'count pms streams huddles mentions old_unreads_missing'),
]

/** Fields of each kind of event, `type` or `type/op`, beside its id. */
export const eventFields: Readonly<Record<string, readonly string[]>> = {
  'realm_emoji/add': inside('emoji', emoji),
  'realm_emoji/update_one': words('emoji_id data'),
  'realm_emoji/update': words('realm_emoji'),
  alert_words: words('alert_words'),
  'user_settings/update': words('property'),
  'device/add': words('device_id'),
  'device/remove': words('device_id'),
  'device/update': words('device_id'),
  custom_profile_fields: ['fields', ...inside('fields[]', 'id type order name')],
  'user_group/add': inside('group', group),
  'user_group/update': words('group_id data'),
  'user_group/add_members': words('group_id user_ids'),
  'user_group/remove_members': words('group_id user_ids'),
  'user_group/add_subgroups': words('group_id direct_subgroup_ids'),
  'user_group/remove_subgroups': words('group_id direct_subgroup_ids'),
  'user_group/remove': words('group_id'),
  'realm_user/add': inside('person', user),
  'realm_user/update': ['person', 'person.user_id'],
  'saved_snippets/add': inside('saved_snippet', 'id title content date_created'),
  'saved_snippets/update': inside('saved_snippet', 'id title content date_created'),
  'saved_snippets/remove': words('saved_snippet_id'),
  'stream/create': inside('streams[]', channel),
  'stream/delete': words('stream_ids'),
  'stream/update': words('stream_id name property'),
  'subscription/add': inside('subscriptions[]', subscription),
  'subscription/remove': inside('subscriptions[]', 'stream_id name'),
  'subscription/update': words('stream_id property'),
  'subscription/peer_add': words('stream_ids user_ids'),
  'subscription/peer_remove': words('stream_ids user_ids'),
  'channel_folder/add': inside('channel_folder', 'id name description rendered_description is_archived'),
  'channel_folder/reorder': words('order'),
  'channel_folder/update': words('channel_folder_id data'),
  user_status: words('user_id'),
  user_topic: words('stream_id topic_name last_updated visibility_policy'),
  muted_users: ['muted_users', ...inside('muted_users[]', 'id timestamp')],
  message: ['flags', ...inside('message', message)],
  update_message: words('rendering_only message_id message_ids flags edit_timestamp'),
  delete_message: words('message_ids message_type'),
  'update_message_flags/add': words('flag messages all'),
  'update_message_flags/remove': words('flag messages'),
  submessage: words('msg_type content message_id sender_id submessage_id'),
  typing: words('op message_type sender sender.user_id'),
  presence: words('user_id server_timestamp presence'),
  reaction: words('op emoji_name emoji_code reaction_type user_id message_id'),
  heartbeat: [],
}

const notification = 'realm_url realm_name user_id'
const messageNotification = `${notification} message_id sender_id sender_avatar_url sender_full_name content time`

/** Fields of each kind of encrypted notification, `type` or `type/recipient_type`. */
export const notificationFields: Readonly<Record<string, readonly string[]>> = {
  'message/channel': words(`${messageNotification} channel_id channel_name topic`),
  'message/direct': words(`${messageNotification} recipient_user_ids`),
  remove: words(`${notification} message_ids`),
  test: words(`${notification} time`),
}

/** Returns the required fields that a value lacks. */
export const missingFields = (value: unknown, fields: readonly string[]): string[] =>
  fields.filter((field) => !has(value, field.split('.')))

function has(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return value !== undefined && value !== null
  const isList = first.endsWith('[]')
  const inner = (value as Readonly<Record<string, unknown>> | undefined)?.[
    isList ? first.slice(0, -2) : first
  ]
  if (!isList) return has(inner, rest)
  return Array.isArray(inner) && inner.length > 0 && inner.every((each) => has(each, rest))
}
