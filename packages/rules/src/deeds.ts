import type { ChannelGroupSetting } from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { channelGroupSettings } from '@tagma/contract/settings/channel-permissions.ts'
import { type UserGroupSetting, userGroupSettings } from '@tagma/contract/settings/group-permissions.ts'
import type {
  OrganizationPermissionName,
  SystemGroup,
} from '@tagma/contract/settings/organization-permissions.ts'
import { can, hasPermission } from './can.ts'
import type { GroupSettingRule } from './group-setting-rule.ts'
import type { Person, RuledChannel, RuledOrganization } from './organization.ts'
import { isGuest, isInSystemGroup } from './roles.ts'
import { isOpenToSpectators, isSpectator } from './spectator.ts'

// Deeds of people, as data: each with the grants of the right to do it. `rulingOn` decides and says why.

/** The place of a deed: a channel and whether the person is in it; a group; or neither, for the organization. */
export interface DeedPlace {
  readonly channel?: RuledChannel
  readonly isSubscribed?: boolean
  readonly group?: RuledGroupSettings
}

/** A group, as far as the rights about it go. */
export interface RuledGroupSettings {
  readonly isSystem: boolean
  readonly settings: Readonly<Record<UserGroupSetting, GroupSetting>>
}

/** Grants a right: a role, a setting, a state of the channel. Any one suffices. */
export type Grant =
  | { readonly kind: 'role'; readonly group: SystemGroup }
  | { readonly kind: 'organization'; readonly setting: OrganizationPermissionName }
  | { readonly kind: 'channel'; readonly setting: ChannelGroupSetting }
  | { readonly kind: 'group'; readonly setting: UserGroupSetting }
  /** Being subscribed to the channel. */
  | { readonly kind: 'subscribed' }
  /** The channel is open: to everybody with an account but guests, or to all. */
  | { readonly kind: 'open'; readonly to: 'members' | 'all' }

/** Stands in the way, whoever gives the right. */
export type Hurdle = 'archived' | 'unreadable' | 'no account' | 'system group' | 'guest'

interface Deed {
  readonly grants: readonly Grant[]
  /** Only those who may read the channel do it, unless their role suffices. */
  readonly needsReading?: true
  readonly needsLiveChannel?: true
  /** Needed beside any of the grants. */
  readonly also?: readonly Grant[]
}

const role = (group: SystemGroup): Grant => ({ kind: 'role', group })
const organization = (setting: OrganizationPermissionName): Grant => ({ kind: 'organization', setting })
const channel = (setting: ChannelGroupSetting): Grant => ({ kind: 'channel', setting })
const group = (setting: UserGroupSetting): Grant => ({ kind: 'group', setting })

const readingGrants: readonly Grant[] = [
  { kind: 'subscribed' },
  { kind: 'open', to: 'all' },
  { kind: 'open', to: 'members' },
  channel('can_subscribe_group'),
  channel('can_add_subscribers_group'),
]
const administrators = role('role:administrators')

/** Deeds in the organization. */
export const organizationDeeds = {
  'change-organization': { grants: [administrators] },
  'manage-people': { grants: [administrators] },
  'see-everybody': { grants: [organization('can_access_all_users_group')] },
  invite: { grants: [organization('can_invite_users_group')] },
  'invite-by-link': { grants: [organization('create_multiuse_invite_group')] },
  'begin-direct': { grants: [organization('direct_message_initiator_group')] },
  'mention-many': { grants: [organization('can_mention_many_users_group')] },
  'create-public': { grants: [organization('can_create_public_channel_group')] },
  'create-private': { grants: [organization('can_create_private_channel_group')] },
  'create-web-public': { grants: [organization('can_create_web_public_channel_group')] },
  'create-groups': { grants: [organization('can_create_groups')] },
  'manage-groups': { grants: [organization('can_manage_all_groups')] },
  'create-bots': { grants: [organization('can_create_bots_group')] },
  'create-hooks': {
    grants: [organization('can_create_bots_group'), organization('can_create_write_only_bots_group')],
  },
  'create-tokens': { grants: [organization('can_create_access_tokens_group')] },
  'use-agents': { grants: [organization('can_use_agents_group')] },
  'add-emoji': { grants: [organization('can_add_custom_emoji_group')] },
} as const satisfies Record<string, Deed>

/** Deeds in a channel. */
export const channelDeeds = {
  know: {
    grants: [...readingGrants, administrators, channel('can_administer_channel_group')],
  },
  read: { grants: readingGrants },
  post: { grants: [channel('can_send_message_group')], needsReading: true, needsLiveChannel: true },
  'begin-topic': {
    grants: [channel('can_create_topic_group')],
    also: [channel('can_send_message_group')],
    needsReading: true,
    needsLiveChannel: true,
  },
  resolve: {
    grants: [organization('can_resolve_topics_group'), channel('can_resolve_topics_group')],
    needsReading: true,
    needsLiveChannel: true,
  },
  'move-within': {
    grants: [
      organization('can_move_messages_between_topics_group'),
      channel('can_move_messages_within_channel_group'),
    ],
    needsReading: true,
    needsLiveChannel: true,
  },
  'move-out': {
    grants: [
      organization('can_move_messages_between_channels_group'),
      channel('can_move_messages_out_of_channel_group'),
    ],
    needsReading: true,
    needsLiveChannel: true,
  },
  'delete-own': {
    grants: [
      organization('can_delete_own_message_group'),
      channel('can_delete_own_message_group'),
      organization('can_delete_any_message_group'),
      channel('can_delete_any_message_group'),
    ],
    needsReading: true,
    needsLiveChannel: true,
  },
  'delete-any': {
    grants: [organization('can_delete_any_message_group'), channel('can_delete_any_message_group')],
    needsReading: true,
    needsLiveChannel: true,
  },
  'add-people': {
    grants: [organization('can_add_subscribers_group'), channel('can_add_subscribers_group')],
    needsReading: true,
    needsLiveChannel: true,
  },
  'remove-people': {
    grants: [administrators, channel('can_remove_subscribers_group')],
    needsReading: true,
  },
  administer: { grants: [administrators, channel('can_administer_channel_group')] },
} as const satisfies Record<string, Deed>

/** Deeds to a group. Nobody changes a group by role. */
export const groupDeeds = {
  'change-group': { grants: [group('can_manage_group'), organization('can_manage_all_groups')] },
  'add-members': {
    grants: [
      group('can_add_members_group'),
      group('can_manage_group'),
      organization('can_manage_all_groups'),
    ],
  },
  'remove-members': {
    grants: [
      group('can_remove_members_group'),
      group('can_manage_group'),
      organization('can_manage_all_groups'),
    ],
  },
  'join-group': {
    grants: [
      group('can_join_group'),
      group('can_add_members_group'),
      group('can_manage_group'),
      organization('can_manage_all_groups'),
    ],
  },
  'leave-group': {
    grants: [
      group('can_leave_group'),
      group('can_remove_members_group'),
      group('can_manage_group'),
      organization('can_manage_all_groups'),
    ],
  },
} as const satisfies Record<string, Deed>

export type OrganizationDeed = keyof typeof organizationDeeds
export type ChannelDeed = keyof typeof channelDeeds
export type GroupDeed = keyof typeof groupDeeds
export type DeedName = OrganizationDeed | ChannelDeed | GroupDeed

/** All deeds by name. */
export const deeds: Readonly<Record<DeedName, Deed>> = {
  ...organizationDeeds,
  ...channelDeeds,
  ...groupDeeds,
}

/** Whether somebody may do something, and what that hangs on. */
export interface Ruling {
  readonly isAllowed: boolean
  /** Grants of the right, and whether each is open to this person. */
  readonly grants: readonly (Grant & { readonly isOpen: boolean })[]
  /** Stands in the way beside that. One of the grants alone does not suffice. */
  readonly hurdles: readonly Hurdle[]
}

/** Decides about a deed in its place, by the rules that the server goes by, and says what decided. */
export function rulingOn(
  directory: RuledOrganization,
  person: Person,
  name: DeedName,
  place: DeedPlace = {},
): Ruling {
  const deed = deeds[name]
  const isOpen = (grant: Grant) => isGrantOpen(directory, person, grant, place)
  const grants = deed.grants.map((grant) => ({ ...grant, isOpen: isOpen(grant) }))
  const missing = (deed.also ?? [])
    .filter((grant) => !isOpen(grant))
    .map((grant) => ({ ...grant, isOpen: false }))
  const hurdles = hurdlesFor(directory, person, deed, place)
  return {
    isAllowed: hurdles.length === 0 && missing.length === 0 && grants.some((grant) => grant.isOpen),
    grants: missing.length > 0 ? missing : grants,
    hurdles,
  }
}

function hurdlesFor(
  directory: RuledOrganization,
  person: Person,
  deed: Deed,
  place: DeedPlace,
): readonly Hurdle[] {
  const hurdles: Hurdle[] = []
  // Without an account, one reads what is open to that, and does nothing.
  if (isSpectator(person)) return isOpenWithoutAccount(deed, place) ? [] : ['no account']
  if (place.group?.isSystem) hurdles.push('system group')
  if (place.group && isGuest(person)) hurdles.push('guest')
  if (deed.needsLiveChannel && place.channel?.isArchived) hurdles.push('archived')
  const isOpen = (grant: Grant) => isGrantOpen(directory, person, grant, place)
  const hasRole = deed.grants.some((grant) => grant.kind === 'role' && isOpen(grant))
  if (deed.needsReading && !hasRole && !readingGrants.some(isOpen)) hurdles.push('unreadable')
  return hurdles
}

const isOpenWithoutAccount = ({ grants, needsReading }: Deed, place: DeedPlace): boolean =>
  !needsReading &&
  grants.some(({ kind }) => kind === 'open') &&
  place.channel !== undefined &&
  isOpenToSpectators(place.channel)

function isGrantOpen(directory: RuledOrganization, person: Person, grant: Grant, place: DeedPlace): boolean {
  switch (grant.kind) {
    case 'role':
      return isInSystemGroup(person, grant.group)
    case 'organization':
      return can(directory, person, grant.setting)
    case 'channel':
      return holds(
        directory,
        person,
        place.channel?.settings[grant.setting],
        channelGroupSettings[grant.setting],
      )
    case 'group':
      return holds(directory, person, place.group?.settings[grant.setting], userGroupSettings[grant.setting])
    case 'subscribed':
      return place.isSubscribed === true
    case 'open':
      if (!place.channel) return false
      return grant.to === 'all' ? place.channel.isWebPublic : !place.channel.isPrivate && !isGuest(person)
  }
}

const holds = (
  directory: RuledOrganization,
  person: Person,
  setting: GroupSetting | undefined,
  rule: GroupSettingRule,
): boolean => setting !== undefined && hasPermission(directory, person, setting, rule)
