import { limits } from '@tagma/contract/limits.ts'
import type { User } from '@tagma/contract/objects/user.ts'
import type { Snapshot } from '#events/snapshot.ts'
import { loadMutedUsers } from '#store/muted-users.ts'
import { loadProfiles } from '#store/profile-values.ts'
import {
  avatarUrl,
  isSystemBot,
  presentHiddenUser,
  presentSystemBot,
  presentUser,
  visibleUsers,
} from './present.ts'
import { sightOf } from './visibility.ts'

const noProfile = {}

/** The users' part of the registration response. */
export const userSnapshot: Snapshot = async ({ db, directory, user, wants, options }) => {
  const muted = wants('muted_users') ? { muted_users: await loadMutedUsers(db, user.id) } : {}
  if (!wants('realm_user')) return muted
  const viewer = { user, clientGravatar: options.clientGravatar }
  const sees = await sightOf(db, directory, user)
  const profiles = await loadProfiles(db, directory.organization.id)
  const active: User[] = []
  const inactive: User[] = []
  for (const other of visibleUsers(directory)) {
    if (sees(other)) {
      const list = other.isActive ? active : inactive
      list.push(presentUser(other, viewer, profiles.get(other.id) ?? noProfile))
    } else if (!options.capabilities.user_list_incomplete) {
      active.push(presentHiddenUser(other))
    }
  }
  return {
    ...muted,
    max_avatar_file_size_mib: limits.maxAvatarFileSizeMib,
    realm_users: active,
    realm_non_active_users: inactive,
    cross_realm_bots: [...directory.users.values()]
      .filter(isSystemBot)
      .map((bot) => presentSystemBot(bot, viewer)),
    user_id: user.id,
    email: user.email,
    delivery_email: user.deliveryEmail,
    full_name: user.fullName,
    is_admin: user.role <= 200,
    is_owner: user.role === 100,
    is_moderator: user.role === 300,
    is_guest: user.role === 600,
    avatar_url: avatarUrl(user, { user, clientGravatar: false }),
    avatar_url_medium: avatarUrl(user, { user, clientGravatar: false }, 'medium'),
    avatar_source: user.avatarSource,
  }
}
