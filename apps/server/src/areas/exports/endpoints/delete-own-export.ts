import { deleteOwnExport as endpoint } from '@tagma/contract/endpoints/exports/delete-own-export.ts'
import { handle } from '#call/call.ts'
import { deleteOwnExport } from '../manage-own-exports.ts'

export const deleteOwnExportHandler = handle(endpoint, async (call, { export_id }) => {
  await deleteOwnExport(call, export_id)
  return {}
})
