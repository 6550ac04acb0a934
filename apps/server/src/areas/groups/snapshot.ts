import type { Snapshot } from '#events/snapshot.ts'
import { listGroups } from './list-groups.ts'

/** The user groups' part of the registration response. */
export const groupSnapshot: Snapshot = async ({ directory, wants, options }) =>
  wants('realm_user_groups') || wants('user_group')
    ? { realm_user_groups: listGroups(directory, options.capabilities.include_deactivated_groups ?? false) }
    : {}
