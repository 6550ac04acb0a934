import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import type { EventBody, Shaped, Shaper, Viewer } from '#events/shaper.ts'

/** The row of a group that was deactivated or came back. */
export interface GroupActivityBody {
  readonly type: 'user_group'
  readonly op: 'update'
  readonly group_id: number
  readonly data: { readonly deactivated: boolean }
  readonly group: UserGroup
}

/** What a change of a deactivated group carries: clients that know of no such groups are not told. */
export interface DeactivatedGroupBody {
  readonly ofDeactivated: true
}

const isActivity = (body: object): body is GroupActivityBody => 'group' in body && 'data' in body

/** Deactivated groups are marked for clients that know of them, and come and go for others. */
export const groupShaper: Shaper = {
  type: 'user_group',
  shape(body, viewer) {
    if (!isActivity(body)) return shapeChange(body, viewer)
    const { type, op, group_id, data, group } = body
    if (viewer.capabilities.include_deactivated_groups)
      return { key: 'update', shared: () => ({ type, op, group_id, data }) }
    return {
      key: 'presence',
      shared: () => (data.deactivated ? { type, op: 'remove', group_id } : { type, op: 'add', group }),
    }
  },
}

function shapeChange(body: EventBody, viewer: Viewer): Shaped | undefined {
  if (!('ofDeactivated' in body)) return { key: '', shared: () => body }
  if (!viewer.capabilities.include_deactivated_groups) return undefined
  const { ofDeactivated: _mark, ...event } = body
  return { key: '', shared: () => event }
}
