import type { complianceExport, complianceQuery, ownExport } from '@tagma/contract/objects/data-archive.ts'
import type { ExportType, realmExport } from '@tagma/contract/objects/realm-export.ts'
import type * as z from 'zod'
import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { archiveKeptSeconds, type DataExportRow } from '#store/organization/data-exports.ts'

/** Path below the organization's address; the blob's key follows. */
export const exportsPath = '/user_exports'

/** Tells whether an export is of the organization's data: the others answer a query of their own. */
export const isOfOrganization = ({ query }: DataExportRow): boolean => query === ''

/** Address of an export's archive; null without one. */
const archiveUrl = (
  { config }: Uses<'config'>,
  organization: OrganizationDirectory['organization'],
  { blob_key }: DataExportRow,
): string | null =>
  blob_key === null ? null : `${organizationUrl(config, organization)}${exportsPath}/${blob_key}`

/** The query of an export of one person's data. */
export interface PersonQuery {
  readonly include_received: boolean
}

const presentMade = (
  services: Uses<'config'>,
  { organization }: OrganizationDirectory,
  row: DataExportRow,
) => ({
  id: row.id,
  export_time: row.asked_at,
  finished_timestamp: row.made_at,
  failed_timestamp: row.failed_at,
  deleted_timestamp: row.deleted_at,
  expiry_timestamp: row.made_at === null || row.blob_key === null ? null : row.made_at + archiveKeptSeconds,
  export_url: archiveUrl(services, organization, row),
})

/** An export of one person's data, as the API gives one. */
export const presentOwnExport = (
  services: Uses<'config'>,
  directory: OrganizationDirectory,
  row: DataExportRow,
): z.output<typeof ownExport> => ({
  ...presentMade(services, directory, row),
  ...(JSON.parse(row.query) as PersonQuery),
})

export type ComplianceQuery = z.output<typeof complianceQuery>

/** A compliance export, as the API gives one. */
export const presentComplianceExport = (
  services: Uses<'config'>,
  directory: OrganizationDirectory,
  row: DataExportRow,
): z.output<typeof complianceExport> => ({
  ...presentMade(services, directory, row),
  acting_user_id: row.acting_user_id,
  query: JSON.parse(row.query) as ComplianceQuery,
})

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
    export_url: archiveUrl({ config }, organization, row),
    pending: row.made_at === null && row.failed_at === null,
    export_type: row.type as ExportType,
    export_from_prior_server: false,
  }
}
