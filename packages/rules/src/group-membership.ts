import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { SystemGroup } from '@tagma/contract/settings/organization-permissions.ts'
import type { Person } from './organization.ts'
import { isInSystemGroup } from './roles.ts'

/** A group, as far as membership goes. */
export interface RuledGroup {
  /** `role:…` for system groups. */
  readonly name: string
  /** True for groups whose members follow from roles. Their lists are not looked at. */
  readonly isSystem: boolean
  /** Ids of the direct members. */
  readonly members: Iterable<number>
  /** Ids of the direct subgroups. */
  readonly subgroups: Iterable<number>
}

/**
 * A group with all its subgroups: the ids of its users, and the system groups inside, whose members follow from roles.
 */
interface Closure {
  readonly users: ReadonlySet<number>
  readonly system: readonly SystemGroup[]
}

/**
 * Tells who belongs to groups, directly or through subgroups. The first question about a group walks its subgroups; the
 * result is kept until `forget`.
 */
export class GroupMembership {
  readonly #find: (id: number) => RuledGroup | undefined
  readonly #closures = new Map<number, Closure>()

  /** `find` returns a group by id. */
  constructor(find: (id: number) => RuledGroup | undefined) {
    this.#find = find
  }

  /** Has to be called after each change of a group. */
  forget(): void {
    this.#closures.clear()
  }

  /** Tells whether a user is in a group. Nobody is in a group that does not exist. */
  isInGroup(user: Person, groupId: number): boolean {
    const closure = this.#closureOf(groupId)
    return closure.users.has(user.id) || closure.system.some((name) => isInSystemGroup(user, name))
  }

  /** Tells whether a user is in a group-setting value. */
  isIn(user: Person, setting: GroupSetting): boolean {
    if (typeof setting === 'number') return this.isInGroup(user, setting)
    return (
      setting.direct_members.includes(user.id) ||
      setting.direct_subgroups.some((id) => this.isInGroup(user, id))
    )
  }

  #closureOf(groupId: number): Closure {
    let closure = this.#closures.get(groupId)
    if (!closure) {
      const users = new Set<number>()
      const system: SystemGroup[] = []
      const seen = new Set<number>()
      const visit = (id: number) => {
        const group = this.#find(id)
        if (!group || seen.has(id)) return
        seen.add(id)
        if (group.isSystem) {
          system.push(group.name as SystemGroup)
          return
        }
        for (const user of group.members) users.add(user)
        for (const subgroup of group.subgroups) visit(subgroup)
      }
      visit(groupId)
      closure = { users, system }
      this.#closures.set(groupId, closure)
    }
    return closure
  }
}
