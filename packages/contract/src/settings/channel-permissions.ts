import { outsiders, type SystemGroup } from './organization-permissions.ts'

/**
 * The permissions of each channel, with the feature level that added each, its initial value, and the system groups
 * that it cannot have.
 */
export const channelGroupSettings = {
  can_add_subscribers_group: {
    since: 342,
    initial: 'role:nobody',
    doc: 'Who may add subscribers.',
    forbidden: outsiders,
  },
  can_administer_channel_group: {
    since: 325,
    initial: 'channel_creator',
    doc: 'Who may administer the channel, beside organization administrators.',
    forbidden: outsiders,
  },
  can_create_topic_group: {
    since: 441,
    initial: 'role:everyone',
    doc: 'Who may start new topics. Everybody, if new subscribers may not read earlier messages.',
    forbidden: ['role:internet'],
  },
  can_delete_any_message_group: {
    since: 407,
    initial: 'role:nobody',
    doc: 'Who may delete any message.',
    forbidden: ['role:internet'],
  },
  can_delete_own_message_group: {
    since: 407,
    initial: 'role:nobody',
    doc: 'Who may delete their own messages.',
    forbidden: ['role:internet'],
  },
  can_move_messages_out_of_channel_group: {
    since: 396,
    initial: 'role:nobody',
    doc: 'Who may move messages to other channels.',
    forbidden: ['role:internet'],
  },
  can_move_messages_within_channel_group: {
    since: 396,
    initial: 'role:nobody',
    doc: 'Who may move messages between the channel’s topics.',
    forbidden: ['role:internet'],
  },
  can_remove_subscribers_group: {
    since: 142,
    initial: 'role:administrators',
    doc: 'Who may remove subscribers; organization administrators always may.',
    forbidden: ['role:internet'],
  },
  can_resolve_topics_group: {
    since: 402,
    initial: 'role:nobody',
    doc: 'Who may resolve topics.',
    forbidden: ['role:internet'],
  },
  can_send_message_group: {
    since: 333,
    initial: 'role:everyone',
    doc: 'Who may post.',
    forbidden: ['role:internet'],
  },
  can_subscribe_group: {
    since: 357,
    initial: 'role:nobody',
    doc: 'Who may subscribe themselves.',
    forbidden: outsiders,
  },
} as const satisfies Record<
  string,
  {
    since: number
    initial: SystemGroup | 'channel_creator'
    doc: string
    forbidden: readonly SystemGroup[]
  }
>
export type ChannelGroupSetting = keyof typeof channelGroupSettings
export const channelGroupSettingNames = Object.keys(channelGroupSettings) as ChannelGroupSetting[]
