import type { Snapshot } from '#events/snapshot.ts'
import { avatarUrl, isSystemBot, presentSystemBot, presentUser, visibleUsers } from './present.ts'

/** The users' part of the registration response. */
export const userSnapshot: Snapshot = async ({ directory, user, wants, options }) => {
  if (!wants('realm_user')) return {}
  const viewer = { user, clientGravatar: options.clientGravatar }
  const users = visibleUsers(directory)
  return {
    realm_users: users.filter((other) => other.isActive).map((other) => presentUser(other, viewer)),
    realm_non_active_users: users
      .filter((other) => !other.isActive)
      .map((other) => presentUser(other, viewer)),
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
