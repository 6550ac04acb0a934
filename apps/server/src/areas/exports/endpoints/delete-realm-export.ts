import { deleteRealmExport } from '@tagma/contract/endpoints/exports/delete-realm-export.ts'
import { handle } from '#call/call.ts'
import { deleteExport } from '../manage-exports.ts'

export const deleteRealmExportHandler = handle(deleteRealmExport, async (call, { export_id }) => {
  await deleteExport(call, export_id)
  return {}
})
