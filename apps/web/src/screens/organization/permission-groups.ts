/** The permissions of the organization that this server acts on, by what they are about. */
export const permissionGroups = [
  [
    'organization.may-people',
    [
      'can_access_all_users_group',
      'can_invite_users_group',
      'create_multiuse_invite_group',
      'direct_message_initiator_group',
      'direct_message_permission_group',
      'can_mention_many_users_group',
    ],
  ],
  [
    'organization.may-channels',
    [
      'can_create_public_channel_group',
      'can_create_private_channel_group',
      'can_create_web_public_channel_group',
      'can_add_subscribers_group',
      'can_set_topics_policy_group',
    ],
  ],
  [
    'organization.messages',
    [
      'can_delete_any_message_group',
      'can_delete_own_message_group',
      'can_set_delete_message_policy_group',
      'can_move_messages_between_topics_group',
      'can_move_messages_between_channels_group',
      'can_resolve_topics_group',
    ],
  ],
  [
    'organization.may-more',
    [
      'can_create_groups',
      'can_manage_all_groups',
      'can_create_bots_group',
      'can_create_write_only_bots_group',
      'can_create_access_tokens_group',
      'can_use_agents_group',
      'can_add_custom_emoji_group',
    ],
  ],
  ['organization.second-step', ['second_factor_required_group']],
] as const

/** A permission that the page offers. */
export type OfferedPermission = (typeof permissionGroups)[number][1][number]
