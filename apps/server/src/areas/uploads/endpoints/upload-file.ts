import { uploadFile as endpoint } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { handle } from '#call/call.ts'
import { uploadFile } from '../upload-file.ts'

export const uploadFileHandler = handle(endpoint, async ({ caller, services }, { file }) => {
  const { pathId, name } = await uploadFile(services, caller, file)
  const url = `/user_uploads/${pathId}`
  return { url, uri: url, filename: name }
})
