import { deleteRealmLogo } from '@tagma/contract/endpoints/organization/delete-realm-logo.ts'
import { handle } from '#call/call.ts'
import { removePicture } from '../change-picture.ts'

export const deleteRealmLogoHandler = handle(deleteRealmLogo, async ({ directory, services }, { night }) => {
  await removePicture(services, directory, night ? 'nightLogo' : 'logo')
  return {}
})
