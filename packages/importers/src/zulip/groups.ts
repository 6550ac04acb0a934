import type { GroupRecord, GroupValue } from '../record.ts'
import { flagIn, idIn, numberIn, type Row, textIn } from '../rows.ts'

/** Tables of Zulip's groups. */
export interface GroupTables {
  readonly named: readonly Row[]
  readonly all: readonly Row[]
  readonly members: readonly Row[]
  readonly subgroups: readonly Row[]
}

/** The groups of an export. Those without a name are values of permissions. */
export class Groups {
  readonly records: readonly GroupRecord[]
  readonly #named: ReadonlySet<number>
  readonly #known: ReadonlySet<number>
  readonly #members: ReadonlyMap<number, number[]>
  readonly #subgroups: ReadonlyMap<number, number[]>

  constructor({ named, all, members, subgroups }: GroupTables, people: ReadonlySet<number>) {
    // Before feature level 185 there is one table, whose rows all have names.
    const withNames = named.length > 0 ? named : all.filter((row) => typeof row.name === 'string')
    const id = (row: Row) => idIn(row, 'usergroup_ptr') ?? idIn(row, 'id')
    this.#named = new Set(withNames.flatMap((row) => id(row) ?? []))
    this.#known = new Set([...this.#named, ...all.flatMap((row) => idIn(row, 'id') ?? [])])
    this.#members = collect(members, 'user_group', 'user_profile', (member) => people.has(member))
    this.#subgroups = collect(subgroups, 'supergroup', 'subgroup', (group) => this.#named.has(group))
    this.records = withNames.flatMap((row): GroupRecord[] => {
      const key = id(row)
      if (key === undefined) return []
      const name = systemName(textIn(row, 'name'))
      const isSystem = flagIn(row, 'is_system_group')
      return [
        {
          t: 'group',
          key,
          name,
          description: textIn(row, 'description'),
          creator: idIn(row, 'creator') ?? null,
          createdAt: numberIn(row, 'date_created') ?? null,
          isDeactivated: flagIn(row, 'deactivated'),
          members: isSystem ? [] : (this.#members.get(key) ?? []),
          subgroups: isSystem ? [] : (this.#subgroups.get(key) ?? []),
          permissions: isSystem ? {} : this.permissionsIn(row),
        },
      ]
    })
  }

  /** Permissions of a row: its columns whose names end in `_group`. */
  permissionsIn(row: Row): Record<string, GroupValue> {
    const permissions: Record<string, GroupValue> = {}
    for (const column of Object.keys(row)) {
      if (!/^can_\w+_group$/.test(column)) continue
      const value = this.#valueOf(idIn(row, column))
      if (value !== undefined) permissions[column] = value
    }
    return permissions
  }

  #valueOf(id: number | undefined): GroupValue | undefined {
    if (id === undefined || !this.#known.has(id)) return undefined
    if (this.#named.has(id)) return id
    return { direct_members: this.#members.get(id) ?? [], direct_subgroups: this.#subgroups.get(id) ?? [] }
  }
}

/** Old exports call the system's groups `@role:…`. */
const systemName = (name: string) => name.replace(/^@(?=role:)/, '')

function collect(
  rows: readonly Row[],
  owner: string,
  part: string,
  isKnown: (id: number) => boolean,
): Map<number, number[]> {
  const parts = new Map<number, number[]>()
  for (const row of rows) {
    const [of, id] = [idIn(row, owner), idIn(row, part)]
    if (of === undefined || id === undefined || !isKnown(id)) continue
    const list = parts.get(of)
    if (!list) parts.set(of, [id])
    else if (!list.includes(id)) list.push(id)
  }
  return parts
}
