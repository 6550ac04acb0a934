import { createHash } from 'node:crypto'
import { type CrossRealmBot, type User, roles } from '@tagma/contract/objects/user.ts'
import { emailVisibilities } from '@tagma/contract/settings/user-settings.ts'
import { isAdministrator, isGuest, isModerator, isOwner } from '@tagma/rules/roles.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import { fakeEmail } from '#directory/api-email.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import { isSystemBot } from '#directory/system-bots.ts'
import type { UserRecord } from '#model/records.ts'
import type { ProfileData } from '#store/people/profile-values.ts'

/** The viewer of a user, and what their client can compute itself. */
export interface UserViewer {
  readonly user: UserRecord
  readonly clientGravatar: boolean
}

/**
 * Real email address of a user, if their setting shows it to the viewer; otherwise null. Addresses of bots are never
 * hidden.
 */
export function visibleEmail(user: UserRecord, viewer: UserRecord): string | null {
  if (user.id === viewer.id || user.botType !== null) return user.deliveryEmail
  if (isSpectator(viewer)) return null
  switch (settingOf(user, 'email_address_visibility')) {
    case emailVisibilities.everyone:
      return user.deliveryEmail
    case emailVisibilities.members:
      return !isGuest(viewer) ? user.deliveryEmail : null
    case emailVisibilities.administrators:
      return isAdministrator(viewer) ? user.deliveryEmail : null
    case emailVisibilities.nobody:
      return null
    case emailVisibilities.moderators:
      return isModerator(viewer) ? user.deliveryEmail : null
  }
}

/** Address that a viewer knows for a user: the API email address, or a made-up one for spectators. */
export const shownEmail = (user: UserRecord, viewer: UserRecord): string =>
  isSpectator(viewer) && user.botType === null ? fakeEmail(user.id) : user.email

/**
 * Values that are expensive to compute and the same for all viewers. Keyed by record: records are never changed, only
 * replaced.
 */
interface Known {
  readonly joined: string
  readonly hashes: Map<string, string>
  /** JSON without the profile and the closing brace, by what viewers see. */
  readonly texts: Map<string, string>
}
const knownOf = new WeakMap<UserRecord, Known>()

function known(user: UserRecord): Known {
  let facts = knownOf.get(user)
  if (!facts) {
    facts = { joined: isoSeconds(user.joinedAt), hashes: new Map(), texts: new Map() }
    knownOf.set(user, facts)
  }
  return facts
}

/** Formats a time as the API does: 2026-01-05T09:00:00+00:00. */
export const isoSeconds = (seconds: number) =>
  new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00')

/** Address of a user's picture; null when the client is to compute it from the email address it can see. */
export function avatarUrl(user: UserRecord, viewer: UserViewer, size?: 'medium'): string | null {
  if (user.avatarSource !== 'G') {
    const drawn = user.avatarSource === 'J' ? '-drawn' : ''
    const form = size === 'medium' ? '-medium' : ''
    return `/user_avatars/${user.organizationId}/${user.id}${drawn}${form}.png?v=${user.avatarVersion}`
  }
  const email = visibleEmail(user, viewer.user)
  if (viewer.clientGravatar && email !== null) return null
  const { hashes } = known(user)
  const address = email ?? shownEmail(user, viewer.user)
  let hash = hashes.get(address)
  if (hash === undefined) {
    hash = createHash('md5').update(address.toLowerCase()).digest('hex')
    hashes.set(address, hash)
  }
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatarVersion}${size === 'medium' ? '&s=500' : ''}`
}

/** Address of a user's picture for the user themselves. */
export const ownAvatarUrl = (user: UserRecord): string =>
  avatarUrl(user, { user, clientGravatar: false }) ?? ''

/** Presents a user; with `profile` if custom profile fields are wanted. */
export function presentUser(user: UserRecord, viewer: UserViewer, profile?: ProfileData): User {
  const isStranger = isSpectator(viewer.user)
  const presented: User = {
    user_id: user.id,
    delivery_email: visibleEmail(user, viewer.user),
    email: shownEmail(user, viewer.user),
    full_name: user.fullName,
    date_joined: isStranger ? known(user).joined.slice(0, '2026-01-05'.length) : known(user).joined,
    is_active: user.isActive,
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.botType !== null,
    bot_type: user.botType,
    bot_owner_id: user.botOwnerId,
    role: user.role,
    timezone: isStranger ? '' : user.timezone,
    avatar_url: avatarUrl(user, viewer),
    avatar_version: user.avatarVersion,
    is_imported_stub: user.isImportedStub,
  }
  if (user.isDeleted) presented.is_deleted = true
  if (profile && user.botType === null) presented.profile_data = isStranger ? {} : profile
  return presented
}

/** As `presentUser`, in JSON. Keeps the expensive part for all viewers who see the same. */
export function userJson(user: UserRecord, viewer: UserViewer, profile: ProfileData): string {
  const { texts } = known(user)
  const isStranger = isSpectator(viewer.user)
  const key = `${viewer.clientGravatar} ${visibleEmail(user, viewer.user) !== null} ${isStranger}`
  let text = texts.get(key)
  if (text === undefined) {
    text = JSON.stringify(presentUser(user, viewer)).slice(0, -1)
    texts.set(key, text)
  }
  if (user.botType !== null) return `${text}}`
  return `${text},"profile_data":${isStranger ? '{}' : JSON.stringify(profile)}}`
}

/** Name shown for a user hidden from the viewer. */
export const unknownUserName = 'Unknown user'

/** Picture shown for a user hidden from the viewer. */
export const hiddenAvatarUrl = 'https://secure.gravatar.com/avatar/00000000000000000000000000000000?d=mp'

/** Presents a hidden user, for clients that need an entry for every id they meet. It reveals only the id. */
export function presentHiddenUser(user: UserRecord): User {
  return {
    user_id: user.id,
    delivery_email: null,
    email: fakeEmail(user.id),
    full_name: unknownUserName,
    date_joined: isoSeconds(0),
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: roles.member,
    timezone: '',
    avatar_url: hiddenAvatarUrl,
    avatar_version: 1,
    is_imported_stub: false,
    profile_data: {},
  }
}

/** Presents a system bot as the registration response lists it. */
export function presentSystemBot(user: UserRecord, viewer: UserViewer): CrossRealmBot {
  return { ...presentUser(user, viewer), is_system_bot: true }
}

/** All users of the organization but the system's bots. */
export function visibleUsers(directory: OrganizationDirectory): UserRecord[] {
  return [...directory.users.values()].filter((user) => !isSystemBot(user))
}
