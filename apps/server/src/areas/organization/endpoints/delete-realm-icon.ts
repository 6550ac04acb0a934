import { deleteRealmIcon } from '@tagma/contract/endpoints/organization/delete-realm-icon.ts'
import { handle } from '#call/call.ts'
import { removePicture } from '../change-picture.ts'

export const deleteRealmIconHandler = handle(deleteRealmIcon, async ({ directory, services }) => {
  await removePicture(services, directory, 'icon')
  return {}
})
