import {
  type OrganizationPermission,
  type OrganizationPermissionName,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import type { OrganizationSettingName } from '@tagma/contract/settings/organization-settings.ts'
import { isAdministrator, isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { t } from '#words/words.ts'

/** Settings that only owners may change. A test compares them with the contract. */
export const ownersOnly: ReadonlySet<OrganizationSettingName> = new Set([
  'invite_required',
  'message_retention_days',
  'second_factor_grace_days',
  'waiting_period_threshold',
])

/** Returns why one may not change the organization, or a setting of it, as a sentence; undefined where one may. */
export function changeReason(state: State, name?: OrganizationSettingName): string | undefined {
  const self = personOf(state, state.user_id ?? -1)
  if (name !== undefined && ownersOnly.has(name) && !isOwner(self)) return t('organization.only-owners')
  if (name === 'owner_full_content_access') return t('organization.never-here')
  if (!isAdministrator(self)) return t('organization.only-administrators')
  return isOffOnServer(state, name) ? t('organization.off-on-server') : undefined
}

/** Returns why one may not change which domains may join, or undefined. */
export function domainReason(state: State): string | undefined {
  return isOwner(personOf(state, state.user_id ?? -1)) ? undefined : t('organization.only-owners')
}

/** Returns why one may not change a permission of the organization, or undefined. */
export function permissionReason(state: State, name: OrganizationPermissionName): string | undefined {
  const { ownersOnly: isForOwners = false }: OrganizationPermission = organizationPermissions[name]
  const isForOthers = isForOwners && !isOwner(personOf(state, state.user_id ?? -1))
  return isForOthers ? t('organization.only-owners') : changeReason(state)
}

function isOffOnServer(state: State, name: OrganizationSettingName | undefined): boolean {
  switch (name) {
    case 'inline_url_embed_preview':
      return state.server_inline_url_embed_preview !== true
    case 'enable_spectator_access':
      return state.server_web_public_streams_enabled !== true
    case 'gif_rating_policy':
      return !state.giphy_api_key && !state.tenor_api_key && !state.klipy_api_key
    default:
      return false
  }
}
