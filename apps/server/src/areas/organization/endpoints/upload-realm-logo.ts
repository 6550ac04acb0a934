import { uploadRealmLogo } from '@tagma/contract/endpoints/organization/upload-realm-logo.ts'
import { handle } from '#call/call.ts'
import { uploadPicture } from '../change-picture.ts'

export const uploadRealmLogoHandler = handle(
  uploadRealmLogo,
  async ({ directory, services }, { file, night }) => {
    await uploadPicture(services, directory, night ? 'nightLogo' : 'logo', file)
    return {}
  },
)
