import type { ChannelGroupSetting } from '@tagma/contract/settings/channel-permissions.ts'
import type { OrganizationPermissionName } from '@tagma/contract/settings/organization-permissions.ts'
import type { State } from '@tagma/sync/state.ts'
import { whoMay } from '#state/who-may.ts'
import { t, type WordId } from '#words/words.ts'
import type { ChannelPart } from './channel-rights.ts'

interface PermissionGroup {
  readonly title: WordId
  readonly rows: readonly (readonly [ChannelGroupSetting, ChannelPart])[]
}

/** The permissions of a channel, by what they are about, with the part of the channel that each belongs to. */
export const channelPermissions: readonly PermissionGroup[] = [
  {
    title: 'channel.writing',
    rows: [
      ['can_send_message_group', 'details'],
      ['can_create_topic_group', 'details'],
      ['can_resolve_topics_group', 'details'],
    ],
  },
  {
    title: 'channel.membership',
    rows: [
      ['can_subscribe_group', 'access'],
      ['can_add_subscribers_group', 'access'],
      ['can_remove_subscribers_group', 'details'],
    ],
  },
  {
    title: 'channel.order',
    rows: [
      ['can_administer_channel_group', 'details'],
      ['can_move_messages_within_channel_group', 'details'],
      ['can_move_messages_out_of_channel_group', 'details'],
      ['can_delete_any_message_group', 'deletion'],
      ['can_delete_own_message_group', 'deletion'],
    ],
  },
]

/** Permissions of the organization that hold in each of its channels, too. */
const everywhere: Partial<Readonly<Record<ChannelGroupSetting, OrganizationPermissionName>>> = {
  can_resolve_topics_group: 'can_resolve_topics_group',
  can_add_subscribers_group: 'can_add_subscribers_group',
  can_move_messages_within_channel_group: 'can_move_messages_between_topics_group',
  can_move_messages_out_of_channel_group: 'can_move_messages_between_channels_group',
  can_delete_any_message_group: 'can_delete_any_message_group',
  can_delete_own_message_group: 'can_delete_own_message_group',
}

/** Permissions that administrators have in any case. */
const ofAdministrators: ReadonlySet<ChannelGroupSetting> = new Set([
  'can_administer_channel_group',
  'can_remove_subscribers_group',
])

/** Returns who has a permission in any case, as a sentence, or undefined. */
export function noteOf(state: State | undefined, name: ChannelGroupSetting): string | undefined {
  if (ofAdministrators.has(name)) return t('channel.administrators-too')
  const general = everywhere[name]
  const setting = general && state?.[`realm_${general}`]
  const who = state && setting !== undefined ? whoMay(state, setting) : undefined
  return who === undefined ? undefined : t('channel.everywhere-too', { who })
}
