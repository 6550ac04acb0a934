import type { Payload } from '@tagma/contract/define.ts'
import type {
  userGroupAddEvent,
  userGroupAddMembersEvent,
  userGroupAddSubgroupsEvent,
  userGroupRemoveEvent,
  userGroupRemoveMembersEvent,
  userGroupRemoveSubgroupsEvent,
  userGroupUpdateEvent,
} from '@tagma/contract/events/user-group.ts'
import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { ascending } from './ascending.ts'
import { changeOne } from './change-one.ts'
import type { State } from './state.ts'

type GroupEvent =
  | Payload<typeof userGroupAddEvent>
  | Payload<typeof userGroupUpdateEvent>
  | Payload<typeof userGroupAddMembersEvent>
  | Payload<typeof userGroupRemoveMembersEvent>
  | Payload<typeof userGroupAddSubgroupsEvent>
  | Payload<typeof userGroupRemoveSubgroupsEvent>
  | Payload<typeof userGroupRemoveEvent>

/** Takes in changes of user groups. */
export function applyGroup(state: State, event: GroupEvent): State {
  const groups = state.realm_user_groups
  if (!groups) return state
  if (event.op === 'add')
    return {
      ...state,
      realm_user_groups: [...groups.filter((group) => group.id !== event.group.id), event.group],
    }
  if (event.op === 'remove')
    return { ...state, realm_user_groups: groups.filter((group) => group.id !== event.group_id) }
  const realm_user_groups = changeOne(
    groups,
    (group) => group.id === event.group_id,
    (group) => change(group, event),
  )
  return { ...state, realm_user_groups }
}

function change(group: UserGroup, event: Exclude<GroupEvent, { op: 'add' } | { op: 'remove' }>): UserGroup {
  switch (event.op) {
    case 'update':
      return { ...group, ...event.data }
    case 'add_members':
      return { ...group, members: union(group.members, event.user_ids) }
    case 'remove_members':
      return { ...group, members: without(group.members, event.user_ids) }
    case 'add_subgroups':
      return {
        ...group,
        direct_subgroup_ids: union(group.direct_subgroup_ids, event.direct_subgroup_ids),
      }
    case 'remove_subgroups':
      return {
        ...group,
        direct_subgroup_ids: without(group.direct_subgroup_ids, event.direct_subgroup_ids),
      }
  }
}

// The server lists members in no order.
const union = (ids: readonly number[], more: readonly number[]) => ascending([...ids, ...more])
const without = (ids: readonly number[], gone: readonly number[]) => ids.filter((id) => !gone.includes(id))
