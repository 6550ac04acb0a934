import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Privacy } from '#actions/create-channel.ts'
import { whoMay } from '#state/who-may.ts'
import { t } from '#words/words.ts'

/** Returns why a kind of channel cannot be created, or undefined. */
export function creationReason(state: State | undefined, privacy: Privacy): string | undefined {
  if (!state) return undefined
  switch (privacy) {
    case 'public':
      return state.can_create_public_streams
        ? undefined
        : onlyThese(state, state.realm_can_create_public_channel_group)
    case 'private':
    case 'private-protected':
      return state.can_create_private_streams
        ? undefined
        : onlyThese(state, state.realm_can_create_private_channel_group)
    case 'web-public':
      if (state.can_create_web_public_streams) return undefined
      if (!state.server_web_public_streams_enabled) return t('organization.off-on-server')
      if (!state.realm_enable_spectator_access) return t('channels.web-public-off')
      return onlyThese(state, state.realm_can_create_web_public_channel_group)
  }
}

/** Whether one may allow that channels are open to the web, which the organization does not. */
export const mayAllowWebPublic = (state: State): boolean =>
  state.server_web_public_streams_enabled === true &&
  state.realm_enable_spectator_access === false &&
  isAdministrator(personOf(state, state.user_id ?? -1))

function onlyThese(state: State, setting: GroupSetting | undefined): string {
  const who = setting === undefined ? undefined : whoMay(state, setting)
  return who === undefined ? t('channels.nobody-creates') : t('channels.only-create', { who })
}
