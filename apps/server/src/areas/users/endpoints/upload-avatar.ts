import { uploadAvatar } from '@tagma/contract/endpoints/users/upload-avatar.ts'
import { handle } from '#call/call.ts'
import { ownAvatarUrl } from '../present.ts'
import { requireAvatarRight, scaleAvatar, setAvatar } from '../set-avatar.ts'

export const uploadAvatarHandler = handle(uploadAvatar, async ({ caller, directory, services }, { file }) => {
  requireAvatarRight(directory, caller)
  const picture = await scaleAvatar(services, directory.organization.id, file)
  return { avatar_url: ownAvatarUrl(await setAvatar(services, directory, caller.id, picture)) }
})
