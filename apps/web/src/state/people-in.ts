import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { State } from '@tagma/sync/state.ts'

/**
 * Returns the ids of the people who are in a value of a permission: named themselves, or in its groups and those within. A bot
 * counts where somebody chose it, and not for having a role.
 */
export function peopleIn(
  { realm_user_groups: groups, realm_users: users }: Pick<State, 'realm_user_groups' | 'realm_users'>,
  setting: GroupSetting,
): ReadonlySet<number> {
  const byId = new Map((groups ?? []).map((group) => [group.id, group]))
  const bots = new Set(users?.flatMap(({ user_id, is_bot }) => (is_bot ? [user_id] : [])))
  const found = new Set(typeof setting === 'number' ? [] : setting.direct_members)
  const seen = new Set<number>()
  const waiting = typeof setting === 'number' ? [setting] : [...setting.direct_subgroups]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const group = byId.get(id)
    if (!group || seen.has(id)) continue
    seen.add(id)
    for (const member of group.members) if (!group.is_system_group || !bots.has(member)) found.add(member)
    waiting.push(...group.direct_subgroup_ids)
  }
  // Deactivated people stay in groups, and may do nothing.
  const active = new Set(users?.map(({ user_id }) => user_id))
  return new Set([...found].filter((id) => active.has(id)))
}
