import { uploadRealmIcon } from '@tagma/contract/endpoints/organization/upload-realm-icon.ts'
import { handle } from '#call/call.ts'
import { uploadPicture } from '../change-picture.ts'

export const uploadRealmIconHandler = handle(uploadRealmIcon, async ({ directory, services }, { file }) => ({
  icon_url: await uploadPicture(services, directory, 'icon', file),
}))
