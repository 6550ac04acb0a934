import type { Role } from '@tagma/contract/objects/user.ts'
import type { UserSettings } from '@tagma/contract/settings/user-settings.ts'
import { sql } from 'kysely'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inTexts } from '#store/sql/id-list.ts'

/** Source of a user's picture: Gravatar (`G`), drawn by the server from the id (`J`), or uploaded (`U`). */
export type AvatarSource = 'G' | 'J' | 'U'

export interface NewUser {
  readonly email: string
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly isFullMember: boolean
  readonly botType: number | null
  readonly botOwnerId: number | null
  readonly apiKey: string
  readonly passwordHash: string | null
  readonly settings: Partial<UserSettings>
  readonly canCreateUsers: boolean
  readonly canChangeUserEmails: boolean
  readonly awaitsLogin: boolean
  readonly avatarSource: AvatarSource
}

/** Adds a user and returns the id. Fails if the organization has the email address already. */
export async function insertUser(tx: Tx, user: NewUser): Promise<number> {
  const { id } = await tx.db
    .insertInto('users')
    .values({
      organization_id: tx.organizationId,
      email: user.email,
      delivery_email: user.deliveryEmail,
      email_key: user.deliveryEmail.toLowerCase(),
      full_name: user.fullName,
      role: user.role,
      is_active: 1,
      is_full_member: user.isFullMember ? 1 : 0,
      bot_type: user.botType,
      bot_owner_id: user.botOwnerId,
      api_key: user.apiKey,
      password_hash: user.passwordHash,
      timezone: '',
      avatar_source: user.avatarSource,
      avatar_version: 1,
      created_at: tx.now,
      joined_at: tx.now,
      is_imported_stub: 0,
      is_deleted: 0,
      settings: JSON.stringify(user.settings),
      awaits_login: user.awaitsLogin ? 1 : 0,
      second_step_since: null,
      key_has_step: null,
      can_create_users: user.canCreateUsers ? 1 : 0,
      can_change_user_emails: user.canChangeUserEmails ? 1 : 0,
      read_through: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touch('users', id)
  return id
}

export interface UserChange {
  readonly email?: string
  readonly delivery_email?: string
  readonly email_key?: string
  readonly full_name?: string
  readonly role?: Role
  readonly is_active?: 0 | 1
  readonly is_full_member?: 0 | 1
  readonly api_key?: string
  readonly key_has_step?: 0 | 1
  readonly password_hash?: string | null
  readonly joined_at?: number
  readonly timezone?: string
  readonly avatar_source?: AvatarSource
  readonly avatar_version?: number
  readonly bot_owner_id?: number | null
  readonly is_deleted?: 1
  readonly can_create_users?: 0 | 1
  readonly can_change_user_emails?: 0 | 1
  readonly awaits_login?: 0
  readonly email_confirmed_at?: number | null
  readonly is_imported_stub?: 0
  readonly settings?: string
  readonly chosen_settings?: string
}

export async function updateUser(tx: Tx, id: number, change: UserChange): Promise<void> {
  await tx.db
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touch('users', id)
  if (change.is_active === 0 || change.api_key !== undefined) tx.endAccess()
}

/** Notes since when the organization asks users for a second step, in UNIX seconds; null: it does not. */
export async function noteStepSince(tx: Tx, ids: readonly number[], since: number | null): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .updateTable('users')
    .set({ second_step_since: since })
    .where('id', 'in', ids)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  for (const id of ids) tx.touch('users', id)
}

/** Names of the settings that each user has chosen, by id. */
export async function loadChosenSettings(db: Db, ids: readonly number[]): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'chosen_settings'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, new Set(JSON.parse(row.chosen_settings) as string[])]))
}

/** Hash of a user's password; null without a password. */
export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/** Tells whether a user once showed that the mailbox of their address is theirs. */
export async function hasConfirmedEmail(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.email_confirmed_at != null
}

/** Counts the people of the server who have a password, and an address that they never showed to be theirs. */
export async function countUnconfirmedPeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('is_active', '=', 1)
    .where('bot_type', 'is', null)
    .where('password_hash', 'is not', null)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns those of the given API keys that accounts of the server have. */
export async function apiKeysInUse(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('api_key')
    .where(inTexts(db, sql.ref<string>('api_key'), keys))
    .execute()
  return new Set(rows.map(({ api_key }) => api_key))
}

/** Ids of the people of an organization who have no password. */
export async function peopleWithoutPassword(db: Db, organizationId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('password_hash', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Tells whether a user's address has an account in another organization of the server. */
export async function hasAccountElsewhere(
  db: Db,
  { organizationId, deliveryEmail }: Pick<UserRecord, 'organizationId' | 'deliveryEmail'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    // The organizations are listed, because the index of addresses begins with the organization.
    .where('organization_id', 'in', (eb) =>
      eb.selectFrom('organizations').select('id').where('id', '!=', organizationId),
    )
    .where('email_key', '=', deliveryEmail.toLowerCase())
    .where('is_active', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Users who were active at or after a time (UNIX seconds), as far as is written down: they reported presence, sent a
 * message, polled a queue that still lives, or joined.
 */
export async function activeSince(db: Db, organizationId: number, since: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      eb.or([
        eb('created_at', '>=', since),
        eb.exists(
          eb
            .selectFrom('presence')
            .select('presence.user_id')
            .whereRef('presence.user_id', '=', 'users.id')
            .where('presence.seen_at', '>=', since),
        ),
        eb.exists(
          eb
            .selectFrom('event_queues')
            .select('event_queues.id')
            .whereRef('event_queues.user_id', '=', 'users.id')
            .where('seen_at', '>=', since),
        ),
        eb(
          eb
            .selectFrom('messages')
            .select('sent_at')
            .whereRef('messages.sender_id', '=', 'users.id')
            .orderBy('messages.id', 'desc')
            .limit(1),
          '>=',
          since,
        ),
      ]),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}
