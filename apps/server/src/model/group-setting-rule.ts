import type { SystemGroup } from '@tagma/contract/settings/organization-permissions.ts'

/** What a setting that names a group can be. */
export interface GroupSettingRule {
  readonly forbidden: readonly SystemGroup[]
  /** The only groups that it can have. */
  readonly only?: readonly SystemGroup[]
}
