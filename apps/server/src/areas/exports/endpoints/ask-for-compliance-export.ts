import { askForComplianceExport as endpoint } from '@tagma/contract/endpoints/exports/ask-for-compliance-export.ts'
import { handle } from '#call/call.ts'
import { askForComplianceExport } from '../manage-compliance-exports.ts'

export const askForComplianceExportHandler = handle(
  endpoint,
  async (call, { channel_ids = null, user_ids = null, since = null, until = null, ...query }) => ({
    id: await askForComplianceExport(call, { ...query, channel_ids, user_ids, since, until }),
  }),
)
