import type { Args } from '@tagma/contract/define.ts'
import type { createUserGroup } from '@tagma/contract/endpoints/groups/create-user-group.ts'
import type { updateUserGroup } from '@tagma/contract/endpoints/groups/update-user-group.ts'
import * as wire from '@tagma/contract/wire.ts'
import { type MemberChange, mayTakeBack, reverseOf } from '#state/group-rights.ts'
import type { App } from '#state/use-app.ts'
import { groupLabel } from '#state/who-may.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Changes of a group, as PATCH /user_groups/{user_group_id} takes them. */
export type GroupChange = Partial<Omit<Args<typeof updateUserGroup>, 'user_group_id'>>

/** Makes a group with its first people. Returns its id. Rejects with the server's error. */
export async function createGroup(
  app: App,
  { name, description, members }: Pick<Args<typeof createUserGroup>, 'name' | 'description' | 'members'>,
): Promise<number> {
  const { group_id } = await app.client.call(wire.createUserGroup, { name, description, members })
  return group_id
}

/** Changes a group, and offers to take it back by `undo`. Rejects with the server's error. */
export async function changeGroup(
  app: App,
  groupId: number,
  change: GroupChange,
  undo: GroupChange,
): Promise<void> {
  await app.client.call(wire.updateUserGroup, { user_group_id: groupId, ...change })
  tellSaved(app, groupId, () => changeGroup(app, groupId, undo, change))
}

/**
 * Changes who is in a group. It can be undone, unless the change took the right to do so. Rejects with the server's error.
 */
export async function changeMembers(app: App, groupId: number, change: MemberChange): Promise<void> {
  const { add = [], remove = [], addGroups = [], removeGroups = [] } = change
  const { state } = app.store.get()
  const group = state?.realm_user_groups?.find(({ id }) => id === groupId)
  const isForGood = state !== undefined && group !== undefined && !mayTakeBack(state, group, change)
  await app.client.call(wire.updateUserGroupMembers, {
    user_group_id: groupId,
    add: [...add],
    delete: [...remove],
    add_subgroups: [...addGroups],
    delete_subgroups: [...removeGroups],
  })
  tellSaved(app, groupId, isForGood ? undefined : () => changeMembers(app, groupId, reverseOf(change)))
}

/** Ends a group that nothing uses. It can be taken back. Rejects with the server's error. */
export async function deactivateGroup(app: App, groupId: number): Promise<void> {
  await app.client.call(wire.deactivateUserGroup, { user_group_id: groupId })
  tellSaved(app, groupId, () => reactivateGroup(app, groupId))
}

/** Takes a group back that was ended. Rejects with the server's error. */
export async function reactivateGroup(app: App, groupId: number): Promise<void> {
  await app.client.call(wire.updateUserGroup, { user_group_id: groupId, deactivated: false })
  tellSaved(app, groupId, () => deactivateGroup(app, groupId))
}

function tellSaved(app: App, groupId: number, undo: (() => Promise<void>) | undefined): void {
  const group = app.store.get().state?.realm_user_groups?.find(({ id }) => id === groupId)
  showToast(app, {
    name: 'group',
    kind: 'status',
    text: t('groups.saved', { name: groupLabel(group?.name ?? '') }),
    ...(undo && { undo: () => void undo().catch((error: unknown) => showError(app, error)) }),
  })
}
