import { exportRealm } from '@tagma/contract/endpoints/exports/export-realm.ts'
import { requireProof } from '#areas/sign-in/require-proof.ts'
import { handle } from '#call/call.ts'
import { askForExport } from '../manage-exports.ts'

export const exportRealmHandler = handle(exportRealm, async (call, { export_type }) => {
  await requireProof(call)
  return { id: await askForExport(call, export_type) }
})
