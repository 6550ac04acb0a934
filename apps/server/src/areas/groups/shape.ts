import type { UserGroup } from '@tagma/contract/objects/user-group.ts'
import { hiddenFrom } from '#areas/users/audience.ts'
import type { EventBody, Shaped, Shaper, Viewer } from '#events/shaper.ts'

/** Row of a group that was deactivated or came back. */
export interface GroupActivityBody {
  readonly type: 'user_group'
  readonly op: 'update'
  readonly group_id: number
  readonly data: { readonly deactivated: boolean }
  readonly group: UserGroup
}

/** Marks a change of a deactivated group: clients without such groups are not told. */
export interface DeactivatedGroupBody {
  readonly ofDeactivated: true
}

/** Marks the row that removes members for guests who lost sight of them. */
export interface OutOfSightBody {
  readonly outOfSight: true
}

/** For each user that a row names, the ids of the guests who may not see them. */
type Hidden = ReadonlyMap<number, ReadonlySet<number>>

const isActivity = (body: object): body is GroupActivityBody => 'group' in body && 'data' in body

const isNew = (body: object): body is { group: UserGroup } => 'group' in body && !('data' in body)

const isOfMembers = (body: object): body is EventBody & { user_ids: readonly number[] } => 'user_ids' in body

/** Users that a row names as members. */
function membersIn(body: EventBody): readonly number[] {
  if ('outOfSight' in body) return []
  if (isActivity(body) || isNew(body)) return body.group.members
  return isOfMembers(body) ? body.user_ids : []
}

/**
 * Shapes group events: members are named only to viewers who may see them. Deactivated groups are marked for clients
 * that know of them, and disappear and return for others.
 */
export const groupShaper: Shaper<Hidden> = {
  type: 'user_group',
  async prepare(db, directory, rows) {
    const named = rows.map(({ body }) => membersIn(body))
    const all = [...new Set(named.flat())]
    const hidden = await hiddenFrom(db, directory, all)
    const of = new Map(all.map((id, index) => [id, hidden[index] ?? new Set<number>()]))
    return rows.map(() => of)
  },
  shape(body, viewer, hidden) {
    const isSeen = (id: number) => !hidden.get(id)?.has(viewer.user.id)
    const members = membersIn(body)
    if (members.every(isSeen)) return shapeFor(body, viewer, '')
    const seen = members.filter(isSeen)
    const key = ` ${seen.join()}`
    if (isActivity(body) || isNew(body))
      return shapeFor({ ...body, group: { ...body.group, members: seen } }, viewer, key)
    return seen.length === 0 ? undefined : shapeFor({ ...body, user_ids: seen }, viewer, key)
  },
}

/** Shapes the event for a viewer who sees the members in `body`; `seen` tells apart viewers who see different ones. */
function shapeFor(body: EventBody, viewer: Viewer, seen: string): Shaped | undefined {
  if (!isActivity(body)) return shapeChange(body, viewer, seen)
  const { type, op, group_id, data, group } = body
  if (viewer.capabilities.include_deactivated_groups)
    return { key: 'update', shared: () => ({ type, op, group_id, data }) }
  return {
    key: `presence${seen}`,
    shared: () => (data.deactivated ? { type, op: 'remove', group_id } : { type, op: 'add', group }),
  }
}

function shapeChange(body: EventBody, viewer: Viewer, seen: string): Shaped | undefined {
  if ('ofDeactivated' in body && !viewer.capabilities.include_deactivated_groups) return undefined
  const { ofDeactivated: _deactivated, outOfSight: _outOfSight, ...event } = body
  return { key: seen, shared: () => event }
}
