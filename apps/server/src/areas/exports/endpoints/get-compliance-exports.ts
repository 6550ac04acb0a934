import { getComplianceExports } from '@tagma/contract/endpoints/exports/get-compliance-exports.ts'
import { handle } from '#call/call.ts'
import { findComplianceExports } from '../manage-compliance-exports.ts'

export const getComplianceExportsHandler = handle(getComplianceExports, async (call) => ({
  exports: await findComplianceExports(call),
}))
