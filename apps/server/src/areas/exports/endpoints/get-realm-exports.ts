import { getRealmExports } from '@tagma/contract/endpoints/exports/get-realm-exports.ts'
import { handle } from '#call/call.ts'
import { findExports } from '../manage-exports.ts'

export const getRealmExportsHandler = handle(getRealmExports, async (call) => ({
  exports: await findExports(call),
}))
