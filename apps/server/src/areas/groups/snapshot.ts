import { isSpectator } from '@tagma/rules/spectator.ts'
import { sightOf } from '#areas/users/visibility.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { listGroups } from './list-groups.ts'

/** The user groups' part of the registration response. */
export const groupSnapshot: Snapshot = async ({ db, directory, user, wants, options }) => {
  if (!wants('realm_user_groups') && !wants('user_group')) return {}
  const includesDeactivated = options.capabilities.include_deactivated_groups ?? false
  const groups = listGroups(directory, includesDeactivated, await sightOf(db, directory, user))
  return {
    // Messages show the names of groups, but spectators do not see their members.
    realm_user_groups: isSpectator(user) ? groups.map((group) => ({ ...group, members: [] })) : groups,
  }
}
