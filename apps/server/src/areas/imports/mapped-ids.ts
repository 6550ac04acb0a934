import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { GroupValue, Key, PersonRecord } from '@tagma/importers/record.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import { must } from '#model/must.ts'
import type { ImportOptions } from './begin-import.ts'
import type { ImportPlan } from './plan-import.ts'

const isNumber = (key: Key): key is number => typeof key === 'number'

/** Ids of things in order: their keys, or the numbers from the first id on. */
function idsOf(records: readonly { readonly key: Key }[], first: number | null): Map<Key, number> {
  const ids = new Map<Key, number>()
  for (const [index, { key }] of records.entries()) {
    if (first !== null) ids.set(key, first + index)
    else if (isNumber(key)) ids.set(key, key)
  }
  return ids
}

/** The ids that the things of a source have here. They follow from the plan alone, so a second run has the same. */
export class MappedIds {
  readonly users: ReadonlyMap<Key, number>
  readonly groups: ReadonlyMap<Key, number>
  readonly channels: ReadonlyMap<Key, number>
  readonly emoji: ReadonlyMap<Key, number>

  constructor(plan: ImportPlan, options: ImportOptions, directory: OrganizationDirectory) {
    const users = idsOf(plan.people, options.firstUser)
    for (const { key, email } of plan.systemBots) {
      const bot = directory.userByEmail(email) ?? directory.userByEmail(notifier)
      if (bot) users.set(key, bot.id)
    }
    const groups = idsOf(plan.groups, options.firstGroup)
    for (const { key, name } of plan.groups) {
      const own = directory.groupByName(name)
      if (own?.isSystem) groups.set(key, own.id)
    }
    this.users = users
    this.groups = groups
    this.channels = idsOf(plan.channels, options.firstChannel)
    this.emoji = idsOf(plan.emoji, options.firstEmoji)
  }

  person({ key }: Pick<PersonRecord, 'key'>): number {
    return must(this.users.get(key), 'a person of the plan has no id')
  }

  /** Returns the code that an emoji has here. */
  emojiCode({ type, code }: { readonly type: string; readonly code: string }): string {
    return type === 'realm_emoji' ? String(this.emoji.get(Number(code)) ?? this.emoji.get(code) ?? '') : code
  }

  /** Returns the value of a permission, without members that nobody knows; undefined if nobody is left. */
  groupSetting(value: GroupValue | undefined): GroupSetting | undefined {
    if (value === undefined) return undefined
    if (typeof value !== 'object') return this.groups.get(value)
    return {
      direct_members: value.direct_members.flatMap((key) => this.users.get(key) ?? []),
      direct_subgroups: value.direct_subgroups.flatMap((key) => this.groups.get(key) ?? []),
    }
  }
}

const notifier = systemBotEmail(systemBots.notification.key)

/** The bot to which belongs what nobody else has made. */
export const notifierOf = (directory: OrganizationDirectory): number =>
  must(directory.userByEmail(notifier), 'the organization has its bots').id
