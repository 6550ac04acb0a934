import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { handle } from '#call/call.ts'
import { uploadFile as upload } from '../upload-file.ts'

export const uploadFileHandler = handle(uploadFile, async ({ caller, services }, { file }) => {
  const { pathId, name } = await upload(services, caller, file)
  const url = `/user_uploads/${pathId}`
  return { url, uri: url, filename: name }
})
