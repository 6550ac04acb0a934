import { ApiError } from '@tagma/client/api-error.ts'
import type { Endpoint, Parameter } from '@tagma/contract/define.ts'
import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { channelGroupSettingNames } from '@tagma/contract/objects/channel.ts'
import { userGroupSettingNames } from '@tagma/contract/objects/user-group.ts'
import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import {
  organizationSettingNames,
  settingsNamingChannel,
} from '@tagma/contract/settings/organization-settings.ts'
import { userSettingNames } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { allEndpoints, type TestApp, testApp } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'

// People and things hidden from a caller are answered exactly like missing ones, by every endpoint that takes a person,
// an address or a channel.

type Kind = 'person' | 'address' | 'channel' | 'channel name'
type Arguments = Readonly<Record<string, unknown>>

/** Things that exist for every caller; calls that name something hidden need them too. */
interface Place {
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
interface Naming {
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
  ['update-user-group-members add', [{ kinds: ofPerson, call: (named) => ({ add: [named], delete: [] }) }]],
  [
    'update-user-group-members delete',
    [{ kinds: ofPerson, call: (named) => ({ add: [], delete: [named] }) }],
  ],
])

/** Parameters that never name hidden people or channels for a caller with the right to use them. */
const harmless: ReadonlySet<string> = new Set([
  'session_id',
  'access_token_id',
  ...['integration', 'api_key', 'only_events', 'exclude_events', 'mapping', 'webhook_secret', 'payload'].map(
    (name) => `receive-webhook.${name}`,
  ),
  ...userSettingNames,
  ...organizationSettingNames,
  // Groups of people, which only members and above may set; they see everybody.
  ...organizationPermissionNames,
  ...channelGroupSettingNames,
  ...userGroupSettingNames,
  // Callers who may take an address learn whether it is taken. The other names and numbers are not of people or
  // channels.
  ...`
    actions add_subgroups alert_words alternative_url_templates anchor_date appid attachment_id
    bot_type bouncer_public_key channel_folder_id client_capabilities config_data content
    deactivation_notification_comment delete_subgroups deletion_delay_days description device_id expires_at
    domain draft_id emoji_code emoji_name encrypted_push_registration event_types export_id
    fetch_event_types field_data field_id field_type file filename filter_id flag folder_id fragment
    full_name group_ids hint history_limit_days idle_queue_timeout include_subscribers
    interface_type invite_as invite_expires_in_minutes invite_id invitee_emails keys last_event_id
    last_update_id local_id meeting_name message_id message_ids messages msg_ids msg_type new_email new_password
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

/** Tells whether a parameter has only a few fixed values, so that none of them names anything. */
function isChoice({ schema }: Parameter): boolean {
  const form = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return (
    form.includes('"enum"') || !/"type":"(integer|number|string|array|object)"|"\$schema":"[^"]*"}/.test(form)
  )
}

const namingsOf = (endpoint: Endpoint, parameter: string): readonly Naming[] | undefined =>
  namings.get(`${endpoint.id} ${parameter}`) ?? namings.get(parameter)

test('every parameter is listed as naming people or channels, or as harmless', () => {
  const unsaid = allEndpoints.flatMap((endpoint) =>
    Object.keys(endpoint.params)
      .filter(
        (name) =>
          !isChoice(endpoint.params[name] as Parameter) &&
          !namingsOf(endpoint, name) &&
          !harmless.has(name) &&
          !harmless.has(`${endpoint.id}.${name}`),
      )
      .map((name) => `${endpoint.id}.${name}`),
  )
  expect(unsaid, 'Put new parameters into `namings`, or into `harmless` if they name nobody.').toEqual([])
})

/** A caller, with hidden things and the matching things that do not exist. */
interface Caller {
  readonly user: TestUser
  readonly place: Place
  readonly hidden: Readonly<Partial<Record<Kind, readonly (number | string)[]>>>
}

const absent: Readonly<Record<Kind, number | string>> = {
  person: 1_999_999,
  address: 'absent@example.com',
  channel: 1_999_999,
  'channel name': 'nOTHING tO fIND',
}

/**
 * Makes a limited guest who shares one channel with all but Iris, a member, and an owner. Quinn's address is hidden
 * from everybody. The channel of Iris and Quinn is private.
 */
async function callers(): Promise<{ t: TestApp; callers: Caller[] }> {
  const t = await testApp()
  const { owner, member, guest } = await t.given.everyRole()
  const { iris, quinn } = await t.given.members('iris', 'quinn')
  await t.as(quinn).call(updateSettings, { email_address_visibility: 4 })
  const secret = await t.given.channel([iris, quinn], { name: 'Secret tO find', invite_only: true })
  const open = await t.given.channel([owner, member, guest, quinn])
  const { id: fieldId } = await t
    .as(owner)
    .call(createCustomProfileField, { name: 'Mentor', field_type: 6, editable_by_user: true })
  const administrators = t.directory.systemGroup('role:administrators').id
  await t.as(owner).call(updateRealm, {
    can_access_all_users_group: { new: t.directory.systemGroup('role:members').id },
    // A caller who may make channels learns that a name is taken: another test covers that.
    can_create_public_channel_group: { new: administrators },
    can_create_private_channel_group: { new: administrators },
  })
  const channel = { channel: [secret.id], 'channel name': ['sECRET tO fIND'] }
  const later = Math.floor(t.clock.now() / 1000) + 3600
  const made: Caller[] = []
  for (const [user, hidden] of [
    [guest, { person: [iris.id], address: [iris.email, 'quinn@example.com'], ...channel }],
    [member, { address: ['quinn@example.com'], ...channel }],
    [owner, { address: ['quinn@example.com'] }],
  ] as const) {
    const { scheduled_message_id: scheduledId } = await t.as(user).call(createScheduledMessage, {
      type: 'channel',
      to: open.id,
      topic: 'colors',
      content: 'Warm',
      scheduled_delivery_timestamp: later,
    })
    const messageId = await t.given.message(user, open)
    const place = { channelId: open.id, channelName: open.name, messageId, fieldId, scheduledId, later }
    made.push({ user, place, hidden })
  }
  return { t, callers: made }
}

/** The answer or the refusal of a call as text, with all numbers and given names masked. */
async function answerTo(
  t: TestApp,
  user: TestUser,
  endpoint: Endpoint,
  args: Arguments,
  named: number | string,
): Promise<string> {
  const given = Object.entries({ ...endpoint.example.request, ...args }).filter(
    ([, value]) => value !== undefined,
  )
  const answer: unknown = await t
    .as(user)
    .call(endpoint, Object.fromEntries(given))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return { refused: error.code, message: error.message, fields: error.fields }
    })
  return JSON.stringify(answer).replaceAll(String(named), '<it>').replaceAll(/\d+/g, 'N')
}

test('hidden people and things are answered as if they did not exist', async () => {
  const { t, callers: all } = await callers()
  const differences: string[] = []
  let compared = 0
  for (const endpoint of allEndpoints)
    for (const parameter of Object.keys(endpoint.params))
      for (const { kinds, call } of namingsOf(endpoint, parameter) ?? [])
        for (const kind of kinds)
          for (const { user, place, hidden } of all)
            for (const named of hidden[kind] ?? []) {
              const [there, missing] = [
                await answerTo(t, user, endpoint, call(named, place), named),
                await answerTo(t, user, endpoint, call(absent[kind], place), absent[kind]),
              ]
              compared++
              if (there !== missing)
                differences.push(`${endpoint.id} ${parameter} ${kind} ${user.name}: ${there} but ${missing}`)
            }
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(300)
})

test('a caller who may make channels learns that a name is taken, but not its case', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.given.channel([iris], { name: 'Secret', invite_only: true })
  const subscriptions = [{ name: 'sECRET' }]
  expect(await t.as(otto).refusal(subscribe, { subscriptions })).toMatchObject({
    message: 'Unable to access channel (sECRET).',
  })
  const { unauthorized } = await t
    .as(otto)
    .call(subscribe, { subscriptions, authorization_errors_fatal: false })
  expect(unauthorized).toEqual(['sECRET'])
  expect(await t.as(otto).refusal(createChannel, { name: 'sECRET', subscribers: [] })).toMatchObject({
    message: "Channel 'sECRET' already exists",
  })
})
