import { createHash } from 'node:crypto'
import type { CrossRealmBot, User } from '@tagma/contract/objects/user.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'

/** Who sees a user, and what their client can compute itself. */
export interface UserViewer {
  readonly user: UserRecord
  readonly clientGravatar: boolean
}

/** The real email address, where the viewer may see it. Spec: User, `delivery_email`. */
export function visibleEmail(user: UserRecord, viewer: UserRecord): string | null {
  if (user.id === viewer.id || user.botType !== null) return user.deliveryEmail
  const mayBeSeenBy: Readonly<Record<number, boolean>> = {
    1: true,
    2: viewer.role <= 400,
    3: viewer.role <= 200,
    4: false,
    5: viewer.role <= 300,
  }
  return mayBeSeenBy[settingOf(user, 'email_address_visibility')] ? user.deliveryEmail : null
}

/** The address of a user's picture; null when the client is to compute it from the email address it can see. */
export function avatarUrl(user: UserRecord, viewer: UserViewer, size?: 'medium'): string | null {
  if (user.avatarSource === 'U') {
    return `/user_avatars/${user.organizationId}/${user.id}${size === 'medium' ? '-medium' : ''}.png?v=${user.avatarVersion}`
  }
  const email = visibleEmail(user, viewer.user)
  if (viewer.clientGravatar && email !== null) return null
  const hash = createHash('md5')
    .update((email ?? user.email).toLowerCase())
    .digest('hex')
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatarVersion}${size === 'medium' ? '&s=500' : ''}`
}

/** A user as the API gives one. Spec: User. */
export function presentUser(user: UserRecord, viewer: UserViewer): User {
  return {
    user_id: user.id,
    delivery_email: visibleEmail(user, viewer.user),
    email: user.email,
    full_name: user.fullName,
    date_joined: new Date(user.joinedAt * 1000).toISOString().replace('.000Z', '+00:00'),
    is_active: user.isActive,
    is_owner: user.role === 100,
    is_admin: user.role <= 200,
    is_guest: user.role === 600,
    is_bot: user.botType !== null,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(user, viewer),
    avatar_version: user.avatarVersion,
    is_imported_stub: user.isImportedStub,
    ...(user.isDeleted ? { is_deleted: true as const } : {}),
  }
}

/** The system's own bots, which every organization has an account of. */
export const systemBots = {
  notification: { key: 'notification-bot', name: 'Notification Bot' },
  welcome: { key: 'welcome-bot', name: 'Welcome Bot' },
  email: { key: 'emailgateway', name: 'Email Gateway' },
} as const

/** Whether a user is one of the system's own bots, which no list of users shows. */
export function isSystemBot(user: UserRecord): boolean {
  return (
    user.botType !== null &&
    user.botOwnerId === null &&
    Object.values(systemBots).some(({ key }) => user.deliveryEmail === systemBotEmail(key))
  )
}

/** The addresses are the same everywhere, as existing clients know them. */
export const systemBotEmail = (key: string) => `${key}@zulip.com`

/** A system bot as the registration response lists it. */
export function presentSystemBot(user: UserRecord, viewer: UserViewer): CrossRealmBot {
  return { ...presentUser(user, viewer), is_system_bot: true }
}

/** The users that a viewer may see, the system's bots apart. */
export function visibleUsers(directory: OrganizationDirectory): UserRecord[] {
  return [...directory.users.values()].filter((user) => !isSystemBot(user))
}
