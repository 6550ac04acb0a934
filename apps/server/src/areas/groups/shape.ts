import { hiddenFrom } from '#areas/users/audience.ts'
import type { Shaped, Shaper, Viewer } from '#events/shaper.ts'
import type { GroupActivity, GroupChanged, LogEventOf } from '#model/log-event.ts'

type Body = LogEventOf<'user_group'>

/** For each user that a row names, the ids of the guests who may not see them. */
type Hidden = ReadonlyMap<number, ReadonlySet<number>>

const isActivity = (body: Body): body is GroupActivity => body.op === 'update' && 'group' in body

/** Users that a row names as members. */
function membersIn(body: Body): readonly number[] {
  if ('outOfSight' in body) return []
  if ('group' in body) return body.group.members
  return 'user_ids' in body ? body.user_ids : []
}

/**
 * Shapes group events: members are named only to viewers who may see them. Deactivated groups are marked for clients
 * that know of them, and disappear and return for others.
 */
export const groupShaper: Shaper<'user_group', Hidden> = {
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
    if ('group' in body) return shapeFor({ ...body, group: { ...body.group, members: seen } }, viewer, key)
    return seen.length === 0 || !('user_ids' in body)
      ? undefined
      : shapeFor({ ...body, user_ids: seen }, viewer, key)
  },
}

/** Shapes the event for a viewer who sees the members in `body`; `seen` tells apart viewers who see different ones. */
function shapeFor(body: Body, viewer: Viewer, seen: string): Shaped<'user_group'> | undefined {
  if (!isActivity(body)) return shapeChange(body, viewer, seen)
  const { type, op, group_id, data, group } = body
  if (viewer.capabilities.include_deactivated_groups)
    return { key: 'update', shared: () => ({ type, op, group_id, data }) }
  return {
    key: `presence${seen}`,
    shared: () => (data.deactivated ? { type, op: 'remove', group_id } : { type, op: 'add', group }),
  }
}

function shapeChange(body: GroupChanged, viewer: Viewer, seen: string): Shaped<'user_group'> | undefined {
  const { ofDeactivated, outOfSight: _outOfSight, ...event } = body
  if (ofDeactivated && !viewer.capabilities.include_deactivated_groups) return undefined
  return { key: seen, shared: () => event }
}
