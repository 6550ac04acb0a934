import type { Endpoint } from '@tagma/contract/define.ts'
import { channelGroupSettingNames } from '@tagma/contract/objects/channel.ts'
import { userGroupSettingNames } from '@tagma/contract/objects/user-group.ts'
import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import {
  organizationSettingNames,
  settingsNamingChannel,
} from '@tagma/contract/settings/organization-settings.ts'
import { userSettingNames } from '@tagma/contract/settings/user-settings.ts'

// The ways in which parameters name people and channels, and the parameters that name neither.

/** Kinds of things that a parameter names. */
export type Kind = 'person' | 'address' | 'channel' | 'channel name'
export type Arguments = Readonly<Record<string, unknown>>

/** Things that exist for every caller; calls that name something hidden need them too. */
export interface Place {
  readonly channelId: number
  readonly channelName: string
  readonly messageId: number
  readonly fieldId: number
  /** A message that the caller has scheduled. */
  readonly scheduledId: number
  readonly later: number
}

/**
 * A way in which a parameter names something; `call` gives further arguments that matter, beyond those of the example.
 */
export interface Naming {
  readonly kinds: readonly Kind[]
  readonly call: (named: number | string, place: Place) => Arguments
}

const ofPerson: readonly Kind[] = ['person']
const ofPeople: readonly Kind[] = ['person', 'address']
const ofChannel: readonly Kind[] = ['channel']
const ofChannels: readonly Kind[] = ['channel', 'channel name']
const as = (name: string, kinds: readonly Kind[]): readonly [string, Naming[]] => [
  name,
  [{ kinds, call: (named) => ({ [name]: named }) }],
]

const operators = {
  channel: ['channel', 'stream'],
  person: ['sender', 'from', 'dm', 'pm-with', 'dm-with', 'dm-including', 'group-pm-with', 'mentions'],
}
const terms = (
  kinds: readonly Kind[],
  names: readonly string[],
  narrowOf: (term: { operator: string; operand: unknown }, place: Place) => readonly unknown[],
): Naming[] =>
  names.map((operator) => ({
    kinds,
    call: (operand, place) => ({ narrow: narrowOf({ operator, operand }, place) }),
  }))

/** Ways to name a person or a channel in a narrow: alone, negated, and beside another term. */
const narrows: readonly Naming[] = (
  [
    [ofChannels, operators.channel],
    [ofPeople, operators.person],
  ] as const
).flatMap(([kinds, names]) => [
  ...terms(kinds, names, (term) => [term]),
  ...terms(kinds, names, (term) => [{ ...term, negated: true }]),
  ...terms(kinds, names, (term, { channelId }) => [{ operator: 'channel', operand: channelId }, term]),
])

const queueNarrows: readonly Naming[] = [
  ...terms(ofChannels, operators.channel, (term) => [term]),
  ...terms(ofPeople, ['sender'], (term) => [term]),
  ...terms(ofPeople, ['sender'], (term) => [{ ...term, negated: true }]),
]

const messageTo: readonly Naming[] = [
  { kinds: ofPeople, call: (named) => ({ type: 'direct', to: [named] }) },
  { kinds: ofChannels, call: (named) => ({ type: 'channel', to: named, topic: 'colors' }) },
]
const scheduled: readonly Naming[] = [
  { kinds: ofPerson, call: (named, { later }) => ({ ...at(later), type: 'direct', to: [named] }) },
  { kinds: ofChannel, call: (named, { later }) => ({ ...at(later), type: 'channel', to: named, topic: '' }) },
]
const at = (later: number) => ({ scheduled_delivery_timestamp: later, content: 'Warm' })
const draft = (type: 'private' | 'stream', to: unknown) => ({ type, to: [to], topic: 'a', content: 'Warm' })
const inDrafts = (wrap: (made: unknown) => Arguments): readonly Naming[] => [
  { kinds: ofPerson, call: (named) => wrap(draft('private', named)) },
  { kinds: ofChannel, call: (named) => wrap(draft('stream', named)) },
]
const profileOf = (parameter: string): readonly Naming[] => [
  {
    kinds: ofPerson,
    call: (named, { fieldId }) => ({ [parameter]: [{ id: fieldId, value: JSON.stringify([named]) }] }),
  },
]
const channelsToJoin: readonly Naming[] = [
  { kinds: ['channel name'], call: (name) => ({ subscriptions: [{ name }] }) },
  {
    kinds: ['channel name'],
    call: (name) => ({ subscriptions: [{ name }], authorization_errors_fatal: false }),
  },
  { kinds: ['channel name'], call: (name) => ({ subscriptions: [{ name }], invite_only: true }) },
]

/**
 * Ways in which each parameter names people and channels. Keys are the parameter's name, perhaps with the endpoint
 * before it.
 */
const namings: ReadonlyMap<string, readonly Naming[]> = new Map<string, readonly Naming[]>([
  as('user_id', ofPerson),
  as('muted_user_id', ofPerson),
  as('bot_id', ofPerson),
  as('bot_owner_id', ofPerson),
  as('actor_id', ofPerson),
  as('user_id_or_email', ofPeople),
  as('stream_id', ofChannel),
  as('stream', ['channel name']),
  as('new_name', ['channel name']),
  as('default_sending_stream', ['channel name']),
  as('default_events_register_stream', ['channel name']),
  ...settingsNamingChannel.map((name) => as(name, ofChannel)),
  ['user_ids', [{ kinds: ofPerson, call: (named) => ({ user_ids: [named] }) }]],
  ['members', [{ kinds: ofPerson, call: (named) => ({ members: [named] }) }]],
  ['subscribers', [{ kinds: ofPerson, call: (named) => ({ name: 'new one', subscribers: [named] }) }]],
  ['stream_ids', [{ kinds: ofChannel, call: (named) => ({ stream_ids: [named] }) }]],
  ['narrow', narrows],
  ['drafts', inDrafts((made) => ({ drafts: [made] }))],
  ['draft', inDrafts((made) => ({ draft: made }))],
  ['profile_data', profileOf('profile_data')],
  ['subscriptions', channelsToJoin],
  [
    'principals',
    [
      {
        kinds: ofPeople,
        call: (named, { channelName }) => ({ principals: [named], subscriptions: [{ name: channelName }] }),
      },
    ],
  ],
  [
    'subscription_data',
    [
      {
        kinds: ofChannel,
        call: (stream_id) => ({ subscription_data: [{ stream_id, property: 'is_muted', value: true }] }),
      },
    ],
  ],
  [
    'target_users',
    [
      {
        kinds: ofPerson,
        call: (named) => ({ target_users: { user_ids: [named], group_ids: [] }, web_home_view: 'inbox' }),
      },
    ],
  ],
  as('sender_id', ofPerson),
  ['create-channel name', [{ kinds: ['channel name'], call: (name) => ({ name }) }]],
  ['get-user-by-email email', [{ kinds: ['address'], call: (email) => ({ email }) }]],
  ['update-user-by-email email', [{ kinds: ['address'], call: (email) => ({ email }) }]],
  [
    'update-message stream_id',
    [
      {
        kinds: ofChannel,
        call: (named, { messageId }) => ({ message_id: messageId, stream_id: named, content: undefined }),
      },
    ],
  ],
  ['register-queue narrow', queueNarrows],
  ['get-events narrow', queueNarrows],
  ['send-message to', messageTo],
  [
    'set-typing-status to',
    [
      { kinds: ofPerson, call: (named) => ({ type: 'direct', to: [named] }) },
      { kinds: ofChannel, call: (named) => ({ type: 'channel', to: named, topic: 'colors' }) },
    ],
  ],
  [
    'set-typing-status stream_id',
    [
      {
        kinds: ofChannel,
        call: (named) => ({ type: 'channel', to: undefined, stream_id: named, topic: 'colors' }),
      },
    ],
  ],
  ['create-scheduled-message to', scheduled],
  [
    'update-scheduled-message to',
    scheduled.map(({ kinds, call }) => ({
      kinds,
      call: (named, place) => ({ ...call(named, place), scheduled_message_id: place.scheduledId }),
    })),
  ],
  ['update-profile-data data', profileOf('data')],
  ['unsubscribe subscriptions', [{ kinds: ['channel name'], call: (named) => ({ subscriptions: [named] }) }]],
  [
    'unsubscribe principals',
    [
      {
        kinds: ofPeople,
        call: (named, { channelName }) => ({ principals: [named], subscriptions: [channelName] }),
      },
    ],
  ],
  [
    'mute-topic stream_id',
    [{ kinds: ofChannel, call: (named) => ({ stream: undefined, stream_id: named }) }],
  ],
  [
    'update-subscriptions add',
    [{ kinds: ['channel name'], call: (name) => ({ add: [{ name }], delete: [] }) }],
  ],
  [
    'update-subscriptions delete',
    [{ kinds: ['channel name'], call: (name) => ({ add: [], delete: [name] }) }],
  ],
  ['create-access-token write_to', [{ kinds: ofChannel, call: (named) => ({ write_to: [named] }) }]],
  ['update-user-group-members add', [{ kinds: ofPerson, call: (named) => ({ add: [named], delete: [] }) }]],
  [
    'update-user-group-members delete',
    [{ kinds: ofPerson, call: (named) => ({ add: [], delete: [named] }) }],
  ],
])

/** Parameters that never name hidden people or channels for a caller with the right to use them. */
export const harmless: ReadonlySet<string> = new Set([
  'session_id',
  'access_token_id',
  'scim_client_id',
  'may_touch_owners',
  'ends_former',
  'create-scim-client.name',
  'get-agent-actions.before',
  'get-agent-actions.limit',
  'get-gifs.query',
  'get-gifs.position',
  'get-deleted-messages.before',
  'get-deleted-messages.limit',
  'get-newest-topics.before',
  'get-newest-topics.limit',
  // Owners only; what an export does not reach looks like what is not there.
  ...['channel_ids', 'since', 'until'].map((name) => `ask-for-compliance-export.${name}`),
  // Others than owners see what was done to themselves.
  ...['target_id', 'since', 'until', 'before', 'limit'].map((name) => `get-audit-log.${name}`),
  ...[
    'integration',
    'api_key',
    'only_events',
    'exclude_events',
    'mapping',
    'webhook_secret',
    'payload',
    'bot_id',
  ].map((name) => `receive-webhook.${name}`),
  ...userSettingNames,
  ...organizationSettingNames,
  // Groups of people, which only members and above may set; they see everybody.
  ...organizationPermissionNames,
  ...channelGroupSettingNames,
  ...userGroupSettingNames,
  // Callers who may take an address learn whether it is taken. The other names and numbers are not of people or
  // channels.
  ...`
    code passkey passkey_id add-web-push-subscription.endpoint p256dh auth subscription_id phone_id
    test-push-devices.id
    add-passkey.name rename-passkey.name payload_id call_id actions add_subgroups alert_words alternative_url_templates anchor_date appid attachment_id
    bot_type bouncer_public_key channel_folder_id client_capabilities config_data content press-button.action widget_content
    set-bot-template.name delete-bot-template.name when event receive-webhook.template receive-webhook.body preview-bot-template.payload add-bot-feed.url feed_id
    deactivation_notification_comment delete_subgroups deletion_delay_days description device_id expires_at
    domain draft_id emoji_code emoji_name encrypted_push_registration event_types export_id
    fetch_event_types field_data field_id field_type file filename filter_id flag folder_id fragment
    full_name group_ids hint history_limit_days idle_queue_timeout include_subscribers
    interface_type invite_as invite_expires_in_minutes invite_id invitee_emails keys last_event_id
    last_update_id local_id meeting_name message_id message_ids messages msg_ids msg_type no_previews new_email new_password
    note num_after num_before old_password order ordered_linkifier_ids password pattern payload_url
    playground_id presence_history_limit_days prev_content_sha256 push_key push_key_id
    pygments_language queue_id realm_id_str reminder_id report_type role room_name saved_snippet_id
    scheduled_delivery_timestamp scheduled_message_id service_interface service_name
    service_payload_url short_name status_text storage subgroups subject timezone title token
    token_id topic topic_name url_template user_group_id username visibility_policy
    add-code-playground.name create-channel-folder.name create-custom-profile-field.name
    create-access-token.name create-user-group.name create-user.email edit-navigation-view.name remove-profile-data.data
    update-channel-folder.name update-custom-profile-field.name update-realm.name
    update-settings.email update-user-group-subgroups.add update-user-group-subgroups.delete
    update-user-group.name
  `
    .trim()
    .split(/\s+/),
])

/** The ways in which a parameter of an endpoint names people or channels; undefined if it names none. */
export const namingsOf = (endpoint: Endpoint, parameter: string): readonly Naming[] | undefined =>
  namings.get(`${endpoint.id} ${parameter}`) ?? namings.get(parameter)
