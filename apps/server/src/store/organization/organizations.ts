import { roles } from '@tagma/contract/objects/user.ts'
import { systemGroups } from '@tagma/contract/settings/organization-permissions.ts'
import type { OrganizationSettings } from '@tagma/contract/settings/organization-settings.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'

export interface OrganizationAddress {
  readonly id: number
  readonly subdomain: string
}

/** All organizations with the subdomains they answer on. */
export async function listOrganizations(db: Db): Promise<OrganizationAddress[]> {
  return db.selectFrom('organizations').select(['id', 'subdomain']).orderBy('id').execute()
}

/** Names of the organizations in which no owner has a password or a passkey: they get in by a sign-in service alone. */
export async function listOrganizationsLedByServices(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('users', 'users.organization_id', 'organizations.id')
    .leftJoin('passkeys', 'passkeys.user_id', 'users.id')
    .select('organizations.name')
    .where('users.role', '=', roles.owner)
    .where('users.is_active', '=', 1)
    .groupBy(['organizations.id', 'organizations.name'])
    .having((eb) => eb(eb.fn.count('users.password_hash'), '=', 0))
    .having((eb) => eb(eb.fn.count('passkeys.id'), '=', 0))
    .orderBy('organizations.id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Names of the active organizations that people join without an invitation. */
export async function listOpenOrganizations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('organizations')
    .select(['name', 'settings'])
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows
    .filter(
      ({ settings }) => (JSON.parse(settings) as Partial<OrganizationSettings>).invite_required === false,
    )
    .map(({ name }) => name)
}

/** Whether an organization is there: its data may have been deleted. */
export const hasOrganization = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/**
 * Adds an organization with its system groups, each role's group inside the one of the next lower role. Returns its id.
 */
export async function insertOrganization(
  tx: Tx,
  organization: {
    name: string
    subdomain: string
    uuid: string
    demoDeletionAt?: number | null
  },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('organizations')
    .values({
      uuid: organization.uuid,
      subdomain: organization.subdomain,
      name: organization.name,
      description: '',
      created_at: tx.now,
      deactivated_at: null,
      deletion_at: null,
      settings: '{}',
      demo_deletion_at: organization.demoDeletionAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (const name of systemGroups) {
    const group = await tx.db
      .insertInto('user_groups')
      .values({
        organization_id: id,
        name,
        name_key: name,
        description: systemGroupDescriptions[name],
        is_system: 1,
        creator_id: null,
        created_at: null,
        is_deactivated: 0,
        settings: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(group.id)
  }
  // role:nobody stands alone; each of the others contains the one before it.
  const [, ...ranked] = ids
  for (const [index, group] of ranked.entries()) {
    const inner = ranked[index - 1]
    if (inner !== undefined)
      await tx.db.insertInto('user_group_subgroups').values({ group_id: group, subgroup_id: inner }).execute()
  }
  return id
}

const systemGroupDescriptions = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
} as const

/** Changes an organization's own columns. */
export async function updateOrganization(
  tx: Tx,
  change: {
    name?: string
    description?: string
    settings?: string
    deactivated_at?: number | null
    deletion_at?: number | null
    demo_deletion_at?: number | null
    push_state?: string
    push_until?: number | null
    icon_version?: number
    logo_version?: number
    night_logo_version?: number
  },
): Promise<void> {
  await tx.db.updateTable('organizations').set(change).where('id', '=', tx.organizationId).execute()
  tx.touchOrganization()
}

/** Sets some of an organization's settings; the others stay. */
export async function updateOrganizationSettings(
  tx: Tx,
  change: Partial<OrganizationSettings>,
): Promise<void> {
  const row = await tx.db
    .selectFrom('organizations')
    .select('settings')
    .where('id', '=', tx.organizationId)
    .executeTakeFirstOrThrow()
  const settings = { ...(JSON.parse(row.settings) as Partial<OrganizationSettings>), ...change }
  await updateOrganization(tx, { settings: JSON.stringify(settings) })
}

/** Tells whether an organization with this UUID is on the server. */
export async function organizationTaken(db: Db, uuid: string): Promise<boolean> {
  const row = await db.selectFrom('organizations').select('id').where('uuid', '=', uuid).executeTakeFirst()
  return row !== undefined
}
