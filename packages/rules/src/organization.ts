import type { ChannelGroupSetting, TopicsPolicy } from '@tagma/contract/objects/channel.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { OrganizationPermissionName } from '@tagma/contract/settings/organization-permissions.ts'

// The facts that decisions are made of. The server and the clients hold them in forms of their own.

/** Somebody who wants to do something. */
export interface Person {
  readonly id: number
  readonly role: Role
  /** Whether the waiting period of the organization is over for them; see `isFullMemberAt`. */
  readonly isFullMember: boolean
}

/** A channel, as far as its rules go. */
export interface RuledChannel {
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly isArchived: boolean
  /** Whether new subscribers may read earlier messages. */
  readonly historyPublic: boolean
  readonly topicsPolicy: TopicsPolicy
  readonly settings: Readonly<Record<ChannelGroupSetting, GroupSetting>>
}

/** Settings of the organization that rules ask for. Limits are in seconds; null is no limit. */
export type RuledSettings = Readonly<Record<OrganizationPermissionName, GroupSetting>> & {
  /** Days. */
  readonly waiting_period_threshold: number
  readonly allow_message_editing: boolean
  readonly message_content_edit_limit_seconds: number | null
  readonly message_content_delete_limit_seconds: number | null
  readonly move_messages_within_stream_limit_seconds: number | null
  readonly move_messages_between_streams_limit_seconds: number | null
  readonly topics_policy: Exclude<TopicsPolicy, 'inherit'>
}

/** An organization: its settings, and who belongs to which group. */
export interface RuledOrganization {
  readonly organization: { readonly settings: RuledSettings }
  /** Tells whether somebody is in a group-setting value. Every permission comes down to this question. */
  isIn(user: Person, setting: GroupSetting): boolean
}
