import { getFileTemporaryUrl } from '@tagma/contract/endpoints/uploads/get-file-temporary-url.ts'
import { handle } from '#call/call.ts'
import { giveTemporaryUrl } from '../give-temporary-url.ts'

export const getFileTemporaryUrlHandler = handle(
  getFileTemporaryUrl,
  async ({ caller, db, directory, now }, { realm_id_str, filename }) => ({
    url: await giveTemporaryUrl(db, directory, caller, `${realm_id_str}/${filename}`, now),
  }),
)
