import type { Channel } from '@tagma/contract/objects/channel.ts'
import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { roles } from '@tagma/contract/roles.ts'
import { channelGroupSettingNames } from '@tagma/contract/settings/channel-permissions.ts'
import { userGroupSettingNames } from '@tagma/contract/settings/group-permissions.ts'
import {
  type OrganizationPermissionName,
  organizationPermissionNames,
} from '@tagma/contract/settings/organization-permissions.ts'
import type { RuledGroupSettings } from '@tagma/rules/deeds.ts'
import { GroupMembership, type RuledGroup } from '@tagma/rules/group-membership.ts'
import type { Person, RuledChannel, RuledOrganization, RuledSettings } from '@tagma/rules/organization.ts'
import { findUser } from '../find-user.ts'
import { remembering } from '../remembering.ts'
import type { State } from '../state.ts'

// The registration in the form that packages/rules decides on: `mayPost(organizationOf(state), personOf(state, id), …)`.

const noGroups: readonly UserGroup[] = []

/** Returns the members of groups. System groups list theirs too, so that no role is asked for. */
export const membershipOf = remembering((groups: readonly UserGroup[] | undefined): GroupMembership => {
  const byId = new Map(
    (groups ?? noGroups).map((group): [number, RuledGroup] => [
      group.id,
      {
        name: group.name,
        isSystem: false,
        members: group.members,
        subgroups: group.direct_subgroup_ids,
      },
    ]),
  )
  return new GroupMembership((id) => byId.get(id))
})

/** Returns the members of groups where those of system groups follow from roles: also for people who are imagined. */
const membershipByRole = remembering((groups: readonly UserGroup[] | undefined): GroupMembership => {
  const byId = new Map((groups ?? noGroups).map((group) => [group.id, group]))
  return new GroupMembership((id) => {
    const group = byId.get(id)
    return (
      group && {
        name: group.name,
        isSystem: group.is_system_group,
        members: group.members,
        subgroups: group.direct_subgroup_ids,
      }
    )
  })
})

/** Returns the organization as rules see it, for people who need not exist: what they belong to follows from their role. */
export const organizationByRole = remembering((state: State | undefined): RuledOrganization => ({
  ...organizationOf(state),
  isIn: (person, setting) => membershipByRole(state?.realm_user_groups).isIn(person, setting),
}))

/** Returns the organization as rules see it. Settings that were not fetched allow nothing. */
export const organizationOf = remembering((state: State | undefined): RuledOrganization => {
  const fields = (state ?? {}) as Readonly<Record<string, unknown>>
  const settings = Object.fromEntries([
    ...organizationPermissionNames.map((name) => [name, fields[`realm_${name}`] ?? nobody]),
    ...otherSettings.map((name) => [name, fields[`realm_${name}`] ?? null]),
  ]) as RuledSettings
  return {
    organization: { settings },
    isIn: (person, setting) => membershipOf(state?.realm_user_groups).isIn(person, setting),
  }
})

const otherSettings: readonly Exclude<keyof RuledSettings, OrganizationPermissionName>[] = [
  'allow_message_editing',
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'move_messages_between_streams_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'topics_policy',
  'waiting_period_threshold',
]

const nobody = { direct_members: [], direct_subgroups: [] }

/** Returns a group as rules see it. */
export const ruledGroup = (group: UserGroup): RuledGroupSettings => ({
  isSystem: group.is_system_group,
  settings: Object.fromEntries(
    userGroupSettingNames.map((name) => [name, group[name]]),
  ) as unknown as RuledGroupSettings['settings'],
})

/** Somebody as rules see them, with the owner of a bot. */
export interface KnownPerson extends Person {
  readonly botOwnerId: number | null
}

/** Returns a user as rules see them. Somebody who is not known has no rights of members. */
export function personOf(
  state: Pick<State, 'realm_users' | 'realm_non_active_users' | 'realm_user_groups'>,
  id: number,
): KnownPerson {
  const user = findUser(state.realm_users, id) ?? findUser(state.realm_non_active_users, id)
  const fullMembers = state.realm_user_groups?.find(({ name }) => name === 'role:fullmembers')
  const person = {
    id,
    role: user?.role ?? roles.guest,
    isFullMember: false,
    botOwnerId: user?.bot_owner_id ?? null,
  }
  if (!fullMembers) return person
  return {
    ...person,
    isFullMember: membershipOf(state.realm_user_groups).isInGroup(person, fullMembers.id),
  }
}

/** Returns a channel as rules see it. */
export const ruledChannel = (channel: Channel): RuledChannel => remembered(channel)

const remembered = remembering((channel: Channel | undefined): RuledChannel => {
  if (!channel) throw new Error('There is no channel to decide on')
  return {
    isPrivate: channel.invite_only,
    isWebPublic: channel.is_web_public,
    isArchived: channel.is_archived,
    historyPublic: channel.history_public_to_subscribers,
    topicsPolicy: channel.topics_policy,
    settings: Object.fromEntries(
      channelGroupSettingNames.map((name) => [name, channel[name]]),
    ) as unknown as RuledChannel['settings'],
  }
})
