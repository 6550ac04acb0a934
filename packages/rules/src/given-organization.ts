import { roles } from '@tagma/contract/roles.ts'
import { channelGroupSettingNames } from '@tagma/contract/settings/channel-permissions.ts'
import { organizationPermissionNames } from '@tagma/contract/settings/organization-permissions.ts'
import { GroupMembership, type RuledGroup } from './group-membership.ts'
import type { Person, RuledChannel, RuledOrganization, RuledSettings } from './organization.ts'

// For the tests of rules.

export const nobody = { direct_members: [], direct_subgroups: [] }
export const everybody = 1

/** One person of each role. */
export const people = {
  owner: { id: 10, role: roles.owner, isFullMember: true },
  administrator: { id: 11, role: roles.administrator, isFullMember: true },
  moderator: { id: 12, role: roles.moderator, isFullMember: true },
  member: { id: 13, role: roles.member, isFullMember: true },
  newcomer: { id: 14, role: roles.member, isFullMember: false },
  guest: { id: 15, role: roles.guest, isFullMember: false },
} as const satisfies Record<string, Person>

const group = (name: string, members: number[] = [], subgroups: number[] = []): RuledGroup => ({
  name,
  isSystem: name.startsWith('role:'),
  members,
  subgroups,
})

const groups: Readonly<Record<number, RuledGroup>> = {
  1: group('role:everyone'),
  2: group('role:members'),
  3: group('role:administrators'),
  // In a ring, as nothing forbids it.
  4: group('makers', [13], [5]),
  5: group('helpers', [15], [4, 3]),
}

/** Returns an organization whose permissions nobody has, unless they are given. */
export function givenOrganization(settings: Partial<RuledSettings> = {}): RuledOrganization {
  const membership = new GroupMembership((id) => groups[id])
  return {
    organization: {
      settings: {
        ...(Object.fromEntries(
          organizationPermissionNames.map((name) => [name, nobody]),
        ) as unknown as RuledSettings),
        allow_message_editing: true,
        message_content_delete_limit_seconds: 600,
        message_content_edit_limit_seconds: 600,
        move_messages_between_streams_limit_seconds: 600,
        move_messages_within_stream_limit_seconds: null,
        topics_policy: 'allow_empty_topic',
        waiting_period_threshold: 3,
        ...settings,
      },
    },
    isIn: (person, setting) => membership.isIn(person, setting),
  }
}

/** Returns a public channel whose permissions nobody has, unless they are given. */
export const givenChannel = (
  parts: Partial<Omit<RuledChannel, 'settings'>> = {},
  settings: Partial<RuledChannel['settings']> = {},
): RuledChannel => ({
  isPrivate: false,
  isWebPublic: false,
  isArchived: false,
  historyPublic: true,
  topicsPolicy: 'inherit',
  ...parts,
  settings: {
    ...(Object.fromEntries(
      channelGroupSettingNames.map((name) => [name, nobody]),
    ) as unknown as RuledChannel['settings']),
    ...settings,
  },
})
