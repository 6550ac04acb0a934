import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertMany } from '#store/sql/insert-many.ts'

export interface NewGroup {
  readonly name: string
  readonly description: string
  /** Null for a group that no person makes. */
  readonly creatorId: number | null
  readonly settings: Readonly<Record<string, GroupSetting>>
  readonly managedBy?: string | null
  readonly externalId?: string | null
}

/** Adds a group without members and returns its id. Fails if the organization has the name already. */
export async function insertGroup(tx: Tx, group: NewGroup): Promise<number> {
  const { id } = await tx.db
    .insertInto('user_groups')
    .values({
      organization_id: tx.organizationId,
      name: group.name,
      name_key: group.name.toLowerCase(),
      description: group.description,
      is_system: 0,
      creator_id: group.creatorId,
      created_at: tx.now,
      is_deactivated: 0,
      settings: JSON.stringify(group.settings),
      managed_by: group.managedBy ?? null,
      external_id: group.externalId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  tx.touch('groups', id)
  return id
}

export async function updateGroup(
  tx: Tx,
  id: number,
  change: {
    readonly name?: string
    readonly description?: string
    readonly isDeactivated?: boolean
    readonly settings?: Readonly<Record<string, GroupSetting>>
    readonly managedBy?: string | null
    readonly externalId?: string | null
  },
): Promise<void> {
  const { name, description, isDeactivated, settings, managedBy, externalId } = change
  await tx.db
    .updateTable('user_groups')
    .set({
      ...(name === undefined ? {} : { name, name_key: name.toLowerCase() }),
      ...(description === undefined ? {} : { description }),
      ...(isDeactivated === undefined ? {} : { is_deactivated: isDeactivated ? 1 : 0 }),
      ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
      ...(managedBy === undefined ? {} : { managed_by: managedBy }),
      ...(externalId === undefined ? {} : { external_id: externalId }),
    })
    .where('id', '=', id)
    .where('organization_id', '=', tx.organizationId)
    .execute()
  tx.touch('groups', id)
}

/** Adds users to a group; present members stay. */
export async function insertGroupMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> {
  await insertMany(
    tx.db,
    'user_group_members',
    userIds.map((user_id) => ({ group_id: groupId, user_id })),
    (insert) => insert.onConflict((conflict) => conflict.doNothing()),
  )
  tx.touch('groups', groupId)
}

export async function deleteGroupMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await tx.db
    .deleteFrom('user_group_members')
    .where('group_id', '=', groupId)
    .where('user_id', 'in', [...userIds])
    .execute()
  tx.touch('groups', groupId)
}

export async function insertSubgroups(
  tx: Tx,
  groupId: number,
  subgroupIds: readonly number[],
): Promise<void> {
  if (subgroupIds.length === 0) return
  await tx.db
    .insertInto('user_group_subgroups')
    .values(subgroupIds.map((subgroup_id) => ({ group_id: groupId, subgroup_id })))
    .execute()
  tx.touch('groups', groupId)
}

export async function deleteSubgroups(
  tx: Tx,
  groupId: number,
  subgroupIds: readonly number[],
): Promise<void> {
  if (subgroupIds.length === 0) return
  await tx.db
    .deleteFrom('user_group_subgroups')
    .where('group_id', '=', groupId)
    .where('subgroup_id', 'in', [...subgroupIds])
    .execute()
  tx.touch('groups', groupId)
}
