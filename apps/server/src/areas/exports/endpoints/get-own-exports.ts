import { getOwnExports } from '@tagma/contract/endpoints/exports/get-own-exports.ts'
import { handle } from '#call/call.ts'
import { findOwnExports } from '../manage-own-exports.ts'

export const getOwnExportsHandler = handle(getOwnExports, async (call) => ({
  exports: await findOwnExports(call),
}))
