import type { ExportType, realmExport } from '@tagma/contract/objects/realm-export.ts'
import type * as z from 'zod'
import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { DataExportRow } from '#store/organization/data-exports.ts'

/** Path below the organization's address; the blob's key follows. */
export const exportsPath = '/user_exports'

/** An export as the API gives one. */
export function presentExport(
  { config }: Uses<'config'>,
  { organization }: OrganizationDirectory,
  row: DataExportRow,
): z.output<typeof realmExport> {
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.asked_at,
    deleted_timestamp: row.deleted_at,
    failed_timestamp: row.failed_at,
    export_url:
      row.blob_key === null ? null : `${organizationUrl(config, organization)}${exportsPath}/${row.blob_key}`,
    pending: row.made_at === null && row.failed_at === null,
    export_type: row.type as ExportType,
    export_from_prior_server: false,
  }
}
