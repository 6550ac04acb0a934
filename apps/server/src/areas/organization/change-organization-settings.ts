import type {
  OrganizationSettingName,
  OrganizationSettings,
} from '@tagma/contract/settings/organization-settings.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateOrganizationSettings } from '#store/organization/organizations.ts'

/** Sets settings of the organization and tells everybody, one event for each. The caller has checked the values. */
export async function changeOrganizationSettings(
  tx: Tx,
  change: Partial<Pick<OrganizationSettings, OrganizationSettingName>>,
): Promise<void> {
  await updateOrganizationSettings(tx, change)
  const changes = Object.fromEntries(Object.entries(change).map(([name, to]) => [name, { to }]))
  tx.audit('organization.setting', null, { changes })
  for (const [property, value] of Object.entries(change))
    tx.emit({ type: 'realm', op: 'update', property, value }, { everyone: true })
}
