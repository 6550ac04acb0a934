import type { SystemGroup } from '@tagma/contract/settings/organization-permissions.ts'

/** Values that a setting with a group may have. */
export interface GroupSettingRule {
  readonly forbidden: readonly SystemGroup[]
  /** The only groups that are allowed. */
  readonly only?: readonly SystemGroup[]
}
