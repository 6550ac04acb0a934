import { deleteAvatar } from '@tagma/contract/endpoints/users/delete-avatar.ts'
import { handle } from '#call/call.ts'
import { ownAvatarUrl } from '../present.ts'
import { requireAvatarRight, setAvatar } from '../set-avatar.ts'

export const deleteAvatarHandler = handle(deleteAvatar, async ({ caller, directory, services }) => {
  requireAvatarRight(directory, caller)
  return { avatar_url: ownAvatarUrl(await setAvatar(services, directory, caller.id, undefined)) }
})
