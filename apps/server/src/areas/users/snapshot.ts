import { limits } from '@tagma/contract/limits.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator, isGuest, isModerator, isOwner } from '@tagma/rules/roles.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import { JsonText } from '#call/json-fields.ts'
import type { Snapshot } from '#call/snapshot.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import { loadMutedUsers } from '#store/people/muted-users.ts'
import { loadProfiles } from '#store/people/profile-values.ts'
import { avatarUrl, presentHiddenUser, presentSystemBot, userJson, visibleUsers } from './present.ts'
import { sightOf } from './visibility.ts'

const noProfile = {}

/** The users' part of the registration response. */
export const userSnapshot: Snapshot = async ({ db, directory, user, wants, options }) => {
  const muted = wants('muted_users') ? { muted_users: await loadMutedUsers(db, user.id) } : {}
  if (!wants('realm_user')) return muted
  const viewer = { user, clientGravatar: options.clientGravatar }
  const sees = await sightOf(db, directory, user)
  const profiles = await loadProfiles(db, directory.organization.id)
  const active: string[] = []
  const inactive: string[] = []
  for (const other of visibleUsers(directory)) {
    if (sees(other)) {
      const list = other.isActive ? active : inactive
      list.push(userJson(other, viewer, profiles.get(other.id) ?? noProfile))
    } else if (!options.capabilities.user_list_incomplete) {
      active.push(JSON.stringify(presentHiddenUser(other)))
    }
  }
  return {
    ...muted,
    max_avatar_file_size_mib: limits.maxAvatarFileSizeMib,
    realm_users: new JsonText(`[${active.join()}]`),
    realm_non_active_users: new JsonText(`[${inactive.join()}]`),
    cross_realm_bots: [...directory.users.values()]
      .filter(isSystemBot)
      .map((bot) => presentSystemBot(bot, viewer)),
    ...(isSpectator(user) ? {} : ownPart(directory, user)),
  }
}

/** Part of the response about the user themselves. */
function ownPart(directory: OrganizationDirectory, user: UserRecord) {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: user.deliveryEmail,
    full_name: user.fullName,
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_moderator: isModerator(user),
    is_guest: isGuest(user),
    can_invite_others_to_realm: can(directory, user, 'can_invite_users_group'),
    avatar_url: avatarUrl(user, { user, clientGravatar: false }),
    avatar_url_medium: avatarUrl(user, { user, clientGravatar: false }, 'medium'),
    avatar_source: user.avatarSource,
  }
}
