import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  organizationPermissionNames,
  organizationPermissions,
} from '@tagma/contract/settings/organization-permissions.ts'
import {
  organizationSettingNames,
  type OrganizationSettings,
  organizationSettings,
  settingsNamingChannel,
} from '@tagma/contract/settings/organization-settings.ts'
import { type UserSettings, userSettingNames, userSettings } from '@tagma/contract/settings/user-settings.ts'
import type { Losses } from '@tagma/importers/losses.ts'
import type { OrganizationRecord } from '@tagma/importers/record.ts'
import type * as z from 'zod'
import type { MappedIds } from './mapped-ids.ts'

interface Setting {
  readonly schema: z.ZodType
  readonly initial: unknown
}

/** Settings that differ from the initial ones. Values that are not allowed here are counted and left out. */
function allowed<Name extends string>(
  settings: Readonly<Record<Name, Setting>>,
  names: readonly Name[],
  given: Readonly<Record<string, unknown>>,
  losses: Losses,
): Partial<Record<Name, unknown>> {
  const kept: Partial<Record<Name, unknown>> = {}
  for (const name of names) {
    if (!Object.hasOwn(given, name)) continue
    const parsed = settings[name].schema.safeParse(given[name])
    if (!parsed.success)
      losses.mend('settings', `value_not_allowed: ${name}`, 'state', JSON.stringify(given[name]))
    else if (JSON.stringify(parsed.data) !== JSON.stringify(settings[name].initial)) kept[name] = parsed.data
  }
  return kept
}

/** Returns the personal settings that differ from the built-in ones. */
export const importedUserSettings = (
  given: Readonly<Record<string, unknown>>,
  losses: Losses,
): Partial<UserSettings> =>
  allowed<keyof UserSettings>(userSettings, userSettingNames, given, losses) as Partial<UserSettings>

/** Returns the organization's settings that differ from the built-in ones. */
export function importedSettings(
  record: OrganizationRecord,
  ids: MappedIds,
  losses: Losses,
): Partial<OrganizationSettings> {
  const writable = organizationSettingNames.filter((name) => !('readOnly' in organizationSettings[name]))
  const channels: Record<string, number> = {}
  for (const name of settingsNamingChannel) {
    const key = record.settings[name]
    if (typeof key === 'number' || typeof key === 'string') channels[name] = ids.channels.get(key) ?? -1
  }
  const permissions: Record<string, GroupSetting> = {}
  for (const name of organizationPermissionNames) {
    const value = ids.groupSetting(record.permissions[name])
    if (value !== undefined) permissions[name] = value
    else if (record.permissions[name] !== undefined)
      losses.mend('settings', `group_unknown: ${name}`, 'state', organizationPermissions[name].initial)
  }
  return {
    ...(allowed(
      organizationSettings,
      writable,
      { ...record.settings, ...channels },
      losses,
    ) as Partial<OrganizationSettings>),
    ...permissions,
    user_settings_defaults: importedUserSettings(record.userDefaults, losses),
  }
}
