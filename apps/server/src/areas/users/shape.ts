import type { Shaper } from '#events/shaper.ts'
import { presentUser } from './present.ts'

/** A new user as each viewer may see them. */
export const userShaper: Shaper = {
  type: 'realm_user',
  shape(body, viewer, _prepared, directory) {
    const { id } = { id: (body.person as { user_id: number }).user_id }
    const user = directory.users.get(id)
    if (body.op !== 'add' || !user) return { key: '', shared: () => body }
    const key = `${viewer.clientGravatar} ${viewer.user.role} ${viewer.user.id === id}`
    return { key, shared: () => ({ ...body, person: presentUser(user, viewer) }) }
  },
}
