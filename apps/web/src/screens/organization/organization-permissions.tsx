import {
  type OrganizationPermission,
  type OrganizationPermissionName,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import { changeOrganization } from '#actions/change-organization.ts'
import { PermissionField } from '#parts/permission/permission-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'

/** The permissions of the organization that this server acts on, by what they are about. */
const groups = [
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
      'can_add_custom_emoji_group',
    ],
  ],
] as const

type Offered = (typeof groups)[number][1][number]

/** Who may do what in the organization. */
export function OrganizationPermissions() {
  return groups.map(([title, names]) => (
    <section key={title} class="setting-group">
      <h2>{t(title)}</h2>
      {names.map((name) => (
        <Permission key={name} name={name} />
      ))}
    </section>
  ))
}

const isForOwners = (name: OrganizationPermissionName): boolean => {
  const permission: OrganizationPermission = organizationPermissions[name]
  return permission.ownersOnly === true
}

function Permission({ name }: { readonly name: Offered }) {
  const app = useApp()
  const value = useKnown(({ state }) => state?.[`realm_${name}`])
  const limits = useKnown(({ state }) => state?.server_supported_permission_settings?.realm[name])
  const reason = useKnown(({ state }) => {
    if (!state) return undefined
    const isForOthers = isForOwners(name) && !isOwner(personOf(state, state.user_id ?? -1))
    return isForOthers ? t('organization.only-owners') : changeReason(state)
  })
  if (value === undefined || !limits) return null
  const label = t(`organization.${name}`)
  return (
    <PermissionField
      {...{ label, value, limits, reason }}
      onSave={(next, old) =>
        changeOrganization(app, { [name]: { new: next, old } }, { [name]: { new: old, old: next } }, label)
      }
    />
  )
}
