import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import type { Shaper } from '#events/shaper.ts'

/** The row of a group that was deactivated or came back. */
export interface GroupActivityBody {
  readonly type: 'user_group'
  readonly op: 'update'
  readonly group_id: number
  readonly data: { readonly deactivated: boolean }
  readonly group: UserGroup
}

const isActivity = (body: object): body is GroupActivityBody => 'group' in body && 'data' in body

/** Deactivated groups are marked for clients that know of them, and come and go for others. */
export const groupShaper: Shaper = {
  type: 'user_group',
  shape(body, viewer) {
    if (!isActivity(body)) return { key: '', shared: () => body }
    const { type, op, group_id, data, group } = body
    if (viewer.capabilities.include_deactivated_groups)
      return { key: 'update', shared: () => ({ type, op, group_id, data }) }
    return {
      key: 'presence',
      shared: () => (data.deactivated ? { type, op: 'remove', group_id } : { type, op: 'add', group }),
    }
  },
}
