import type { OrganizationSettingName } from '@tagma/contract/settings/organization-settings.ts'
import { isAdministrator, isOwner } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { t } from '#words/words.ts'

/** Settings that only owners may change. A test compares them with the contract. */
export const ownersOnly: ReadonlySet<OrganizationSettingName> = new Set([
  'invite_required',
  'message_retention_days',
  'waiting_period_threshold',
])

/** Returns why one may not change the organization, or a setting of it, as a sentence; undefined where one may. */
export function changeReason(state: State, name?: OrganizationSettingName): string | undefined {
  const self = personOf(state, state.user_id ?? -1)
  if (name !== undefined && ownersOnly.has(name) && !isOwner(self)) return t('organization.only-owners')
  if (!isAdministrator(self)) return t('organization.only-administrators')
  return isOffOnServer(state, name) ? t('organization.off-on-server') : undefined
}

function isOffOnServer(state: State, name: OrganizationSettingName | undefined): boolean {
  switch (name) {
    case 'inline_url_embed_preview':
      return state.server_inline_url_embed_preview !== true
    case 'enable_spectator_access':
      return state.server_web_public_streams_enabled !== true
    default:
      return false
  }
}
