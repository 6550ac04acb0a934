import { deleteComplianceExport as endpoint } from '@tagma/contract/endpoints/exports/delete-compliance-export.ts'
import { handle } from '#call/call.ts'
import { deleteComplianceExport } from '../manage-compliance-exports.ts'

export const deleteComplianceExportHandler = handle(endpoint, async (call, { export_id }) => {
  await deleteComplianceExport(call, export_id)
  return {}
})
