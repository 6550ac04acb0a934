import type { ChannelGroupSetting } from '@tagma/contract/settings/channel-permissions.ts'
import type { UserGroupSetting } from '@tagma/contract/settings/group-permissions.ts'
import { addressFor } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { useKnown } from '#state/use-known.ts'
import { groupLabel } from '#state/who-may.ts'
import { listOf } from '#words/list-of.ts'
import { t, type WordId } from '#words/words.ts'

/** A place that uses a group, as the server's refusal to end it names it. */
export type Objection =
  | { readonly type: 'subgroup'; readonly supergroup_ids: readonly number[] }
  | {
      readonly type: 'user_group'
      readonly group_id: number
      readonly settings: readonly UserGroupSetting[]
    }
  | {
      readonly type: 'channel'
      readonly channel_id: number
      readonly settings: readonly ChannelGroupSetting[]
    }
  | { readonly type: 'realm'; readonly settings: readonly string[] }

interface Use {
  readonly address: string
  readonly name: string
  readonly settings: readonly string[]
}

/** The places that use a group, each a link to where that is changed. */
export function GroupUses({ uses }: { readonly uses: readonly Objection[] }) {
  const state = useKnown((known) => known.state)
  const nameOf = (groupId: number) =>
    groupLabel(state?.realm_user_groups?.find(({ id }) => id === groupId)?.name ?? '')
  const groupUse = (groupId: number, page: 'members' | 'permissions', settings: readonly string[]): Use => ({
    address: addressFor(state, { kind: 'group', groupId, page }),
    name: nameOf(groupId),
    settings,
  })
  const usesOf = (use: Objection): readonly Use[] => {
    switch (use.type) {
      case 'subgroup':
        return use.supergroup_ids.map((id) => groupUse(id, 'members', [t('groups.subgroups')]))
      case 'user_group':
        return [
          groupUse(
            use.group_id,
            'permissions',
            use.settings.map((name) => t(`groups.${name}`)),
          ),
        ]
      case 'channel':
        return [
          {
            address: addressFor(state, { kind: 'channel', channelId: use.channel_id, page: 'permissions' }),
            name: `#${channelById(state, use.channel_id)?.name ?? t('groups.hidden-channel')}`,
            settings: use.settings.map((name) => t(`channel.${name}`)),
          },
        ]
      case 'realm':
        return [
          {
            address: addressFor(state, { kind: 'organization', page: 'organization-permissions' }),
            name: t('shell.organization'),
            settings: use.settings.map((name) => t(`organization.${name}` as WordId)),
          },
        ]
    }
  }
  return (
    <div class="form-error" role="alert">
      <p>{t('groups.in-use')}</p>
      <ul class="group-uses">
        {uses.flatMap(usesOf).map(({ address, name, settings }) => (
          <li key={address}>
            <a href={address} dir="auto">
              {name}
            </a>{' '}
            ({listOf(settings)})
          </li>
        ))}
      </ul>
    </div>
  )
}
