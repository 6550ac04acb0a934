import { askForOwnExport as endpoint } from '@tagma/contract/endpoints/exports/ask-for-own-export.ts'
import { handle } from '#call/call.ts'
import { askForOwnExport } from '../manage-own-exports.ts'

export const askForOwnExportHandler = handle(endpoint, async (call, query) => ({
  id: await askForOwnExport(call, query),
}))
