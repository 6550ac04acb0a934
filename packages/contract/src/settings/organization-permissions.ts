/**
 * The system groups of every organization, most privileged first. Members of one are members of all later ones;
 * `role:nobody` is the exception.
 */
export const systemGroups = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const
export type SystemGroup = (typeof systemGroups)[number]

export interface OrganizationPermission {
  /** The initial value of the permission. */
  readonly initial: SystemGroup
  readonly doc: string
  /** Undefined for a permission of Tagma that Zulip does not have. */
  readonly since?: number
  /** System groups that the setting cannot have. */
  readonly forbidden: readonly SystemGroup[]
  /** The only groups that it can have. */
  readonly only?: readonly SystemGroup[]
  /** Only owners may change it. */
  readonly ownersOnly?: boolean
}

/** The groups that include more people than members. Most permissions cannot have them. */
export const outsiders: readonly SystemGroup[] = ['role:internet', 'role:everyone']

/** The organization's permissions. Each names a group. The registration response calls them `realm_<name>`. */
export const organizationPermissions = {
  can_access_all_users_group: {
    initial: 'role:everyone',
    doc: 'Who may see all users.',
    since: 225,
    forbidden: ['role:internet', 'role:nobody'],
    only: ['role:everyone', 'role:members'],
  },
  can_add_custom_emoji_group: {
    initial: 'role:members',
    doc: 'Who may add custom emoji.',
    since: 307,
    forbidden: outsiders,
  },
  can_add_subscribers_group: {
    initial: 'role:members',
    doc: 'Who may subscribe others to channels.',
    since: 341,
    forbidden: outsiders,
  },
  can_create_access_tokens_group: {
    initial: 'role:everyone',
    doc: 'Who may make [access tokens](api-requests#access-tokens), for themselves and their bots. Those that exist go on; administrators end them. A permission of Tagma; Zulip has none for this.',
    forbidden: ['role:internet'],
  },
  can_create_bots_group: {
    initial: 'role:members',
    doc: 'Who may make bots of any kind.',
    since: 344,
    forbidden: outsiders,
  },
  can_create_groups: {
    initial: 'role:members',
    doc: 'Who may create user groups.',
    since: 299,
    forbidden: outsiders,
    ownersOnly: true,
  },
  can_create_private_channel_group: {
    initial: 'role:members',
    doc: 'Who may create private channels.',
    since: 266,
    forbidden: outsiders,
  },
  can_create_public_channel_group: {
    initial: 'role:members',
    doc: 'Who may create public channels.',
    since: 264,
    forbidden: outsiders,
  },
  can_create_web_public_channel_group: {
    initial: 'role:owners',
    doc: 'Who may create web-public channels.',
    since: 280,
    forbidden: outsiders,
    only: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  },
  can_create_write_only_bots_group: {
    initial: 'role:members',
    doc: 'Who may make bots that can only send.',
    since: 344,
    forbidden: outsiders,
  },
  can_delete_any_message_group: {
    initial: 'role:administrators',
    doc: 'Who may delete any message.',
    since: 281,
    forbidden: outsiders,
  },
  can_delete_own_message_group: {
    initial: 'role:everyone',
    doc: 'Who may delete their own messages.',
    since: 291,
    forbidden: ['role:internet'],
  },
  can_invite_users_group: {
    initial: 'role:members',
    doc: 'Who may invite people by email.',
    since: 321,
    forbidden: outsiders,
    ownersOnly: true,
  },
  can_manage_all_groups: {
    initial: 'role:owners',
    doc: 'Who may manage all user groups.',
    since: 305,
    forbidden: ['role:internet', 'role:everyone', 'role:nobody'],
    ownersOnly: true,
  },
  can_manage_billing_group: {
    initial: 'role:administrators',
    doc: 'Who may manage plans. This server has no plans.',
    since: 363,
    forbidden: ['role:internet', 'role:everyone', 'role:nobody'],
  },
  can_mention_many_users_group: {
    initial: 'role:administrators',
    doc: 'Who may mention everybody in large channels and topics.',
    since: 352,
    forbidden: ['role:internet'],
  },
  can_move_messages_between_channels_group: {
    initial: 'role:members',
    doc: 'Who may move messages to other channels.',
    since: 310,
    forbidden: outsiders,
  },
  can_move_messages_between_topics_group: {
    initial: 'role:everyone',
    doc: 'Who may move messages to other topics.',
    since: 316,
    forbidden: ['role:internet'],
  },
  can_resolve_topics_group: {
    initial: 'role:everyone',
    doc: 'Who may resolve topics.',
    since: 367,
    forbidden: ['role:internet'],
  },
  can_set_delete_message_policy_group: {
    initial: 'role:moderators',
    doc: 'Who may set who deletes messages in a channel.',
    since: 407,
    forbidden: outsiders,
  },
  can_set_topics_policy_group: {
    initial: 'role:members',
    doc: 'Who may set the topics policy of channels.',
    since: 392,
    forbidden: ['role:internet'],
  },
  can_summarize_topics_group: {
    initial: 'role:everyone',
    doc: 'Who may summarize topics.',
    since: 350,
    forbidden: ['role:internet'],
  },
  can_use_agents_group: {
    initial: 'role:everyone',
    doc: 'Who may use [agents](agents): let programs in, and use tools at `/mcp` with their own credentials. A bot counts by itself. A permission of Tagma; Zulip has none for this.',
    forbidden: ['role:internet'],
  },
  create_multiuse_invite_group: {
    initial: 'role:administrators',
    doc: 'Who may create reusable invitation links.',
    since: 209,
    forbidden: outsiders,
    ownersOnly: true,
  },
  direct_message_initiator_group: {
    initial: 'role:everyone',
    doc: 'Who may start direct message conversations.',
    since: 270,
    forbidden: ['role:internet'],
  },
  direct_message_permission_group: {
    initial: 'role:everyone',
    doc: 'Who may take part in direct messages.',
    since: 270,
    forbidden: ['role:internet'],
  },
  second_factor_required_group: {
    initial: 'role:nobody',
    doc: 'Who needs a [second factor](second-factors#ask-everybody-for-one). Only owners may change it. A setting of Tagma; Zulip has none for this.',
    forbidden: ['role:internet'],
    ownersOnly: true,
  },
  workplace_users_group: {
    initial: 'role:everyone',
    doc: 'Who counts as a workplace user for billing. This server has no billing.',
    since: 477,
    forbidden: ['role:internet'],
  },
} as const satisfies Record<string, OrganizationPermission>

export type OrganizationPermissionName = keyof typeof organizationPermissions
export const organizationPermissionNames = Object.keys(
  organizationPermissions,
) as OrganizationPermissionName[]
