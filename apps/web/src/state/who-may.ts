import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { State } from '@tagma/sync/state.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { peopleOf, type WithPeople } from './people.ts'

const systemGroups: Readonly<Record<string, WordId>> = {
  'role:owners': 'who.owners',
  'role:administrators': 'who.administrators',
  'role:moderators': 'who.moderators',
  'role:fullmembers': 'who.full-members',
  'role:members': 'who.members',
  'role:everyone': 'who.everyone',
  'role:internet': 'who.everyone',
}

/** Returns a group's name as people read it: system groups have one in the language of the page. */
export function groupLabel(name: string): string {
  const label = systemGroups[name]
  return label === undefined ? `@${name}` : t(label)
}

/**
 * Returns the names of the groups and people of some permissions, any of which is enough, as a sentence lists them; undefined
 * for nobody.
 */
export function whoMay(
  state: WithPeople & Pick<State, 'realm_user_groups'>,
  ...settings: readonly GroupSetting[]
): string | undefined {
  const groupIds = settings.flatMap((setting) =>
    typeof setting === 'number' ? [setting] : setting.direct_subgroups,
  )
  const memberIds = settings.flatMap((setting) => (typeof setting === 'number' ? [] : setting.direct_members))
  const groups = groupIds.flatMap((id) => {
    const name = state.realm_user_groups?.find((group) => group.id === id)?.name
    if (name === undefined || name === 'role:nobody') return []
    return [groupLabel(name)]
  })
  const people = peopleOf(state)
  const members = memberIds.flatMap((id) => people.get(id)?.full_name ?? [])
  const names = [...groups, ...members.toSorted((a, b) => a.localeCompare(b, locale()))]
  return names.length === 0 ? undefined : new Intl.ListFormat(locale()).format(new Set(names))
}
