import type { ChannelGroupSetting } from '@tagma/contract/settings/channel-permissions.ts'
import type { OrganizationPermissionName } from '@tagma/contract/settings/organization-permissions.ts'
import type { State } from '@tagma/sync/state.ts'
import { changeChannel } from '#actions/change-channel.ts'
import { PermissionField } from '#parts/permission/permission-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { whoMay } from '#state/who-may.ts'
import { t, type WordId } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'
import { type ChannelPart, changeReason } from './channel-rights.ts'

interface Group {
  readonly title: WordId
  readonly rows: readonly (readonly [ChannelGroupSetting, ChannelPart])[]
}

const groups: readonly Group[] = [
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

function noteOf(state: State | undefined, name: ChannelGroupSetting): string | undefined {
  if (ofAdministrators.has(name)) return t('channel.administrators-too')
  const general = everywhere[name]
  const setting = general && state?.[`realm_${general}`]
  const who = state && setting !== undefined ? whoMay(state, setting) : undefined
  return who === undefined ? undefined : t('channel.everywhere-too', { who })
}

/** Who may do what in a channel. */
export function ChannelPermissions({ channel }: ChannelPartProps) {
  return (
    <>
      {groups.map(({ title, rows }) => (
        <section key={title} class="setting-group">
          <h2>{t(title)}</h2>
          {rows.map(([name, part]) => (
            <Permission key={name} {...{ channel, name, part }} />
          ))}
        </section>
      ))}
    </>
  )
}

interface PermissionProps extends ChannelPartProps {
  readonly name: ChannelGroupSetting
  readonly part: ChannelPart
}

function Permission({ channel, name, part }: PermissionProps) {
  const app = useApp()
  const reason = useKnown(({ state }) => state && changeReason(state, channel, part))
  const limits = useKnown(({ state }) => state?.server_supported_permission_settings?.stream[name])
  const note = useKnown(({ state }) => noteOf(state, name))
  if (!limits) return null
  return (
    <PermissionField
      label={t(`channel.${name}`)}
      value={channel[name]}
      limits={limits}
      note={note}
      reason={reason}
      onSave={(next, old) =>
        changeChannel(
          app,
          channel.stream_id,
          { [name]: { new: next, old } },
          { [name]: { new: old, old: next } },
        )
      }
    />
  )
}
