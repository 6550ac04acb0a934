import type { UploadedFile } from '@tagma/contract/define.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { picturesOf } from '#areas/uploads/pictures-of.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { type AvatarSource, updateUser } from '#store/people/users.ts'

/** Widths of the two forms of a picture in pixels. */
export const avatarSizes = { small: 100, medium: 500 } as const

/** Keys of the forms of a user's picture. They are also its addresses, below `/user_avatars/`. */
export const avatarKeys = (user: Pick<UserRecord, 'id' | 'organizationId'>) => ({
  small: `${user.organizationId}/${user.id}.png`,
  medium: `${user.organizationId}/${user.id}-medium.png`,
})

/** Throws BAD_REQUEST if the organization lets only administrators change pictures, and the caller is not one. */
export function requireAvatarRight(directory: OrganizationDirectory, caller: UserRecord): void {
  if (directory.organization.settings.avatar_changes_disabled && !isAdministrator(caller))
    throw badRequest('Avatar changes are disabled in this organization.')
}

/** Scales the one file of an upload to all forms. Nothing else from the file is kept. */
export async function scaleAvatar(
  services: Services,
  organizationId: number,
  files: readonly Pick<UploadedFile, 'path'>[],
) {
  const pictures = picturesOf(services, organizationId)
  const [file] = files
  if (!file || files.length > 1) throw badRequest('You must upload exactly one avatar.')
  const broken = () => new Refusal('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
  if (!(await pictures.inspect(file.path))) throw broken()
  const scale = (width: number) =>
    pictures.scale(file.path, { width, height: width, fit: 'cover', format: 'png', animated: false })
  const small = await scale(avatarSizes.small)
  const medium = await scale(avatarSizes.medium)
  if (!small || !medium) throw broken()
  return { small, medium }
}

/** Gives a user a picture that was scaled before, or removes it, and tells everybody who may see them. */
export async function setAvatar(
  services: Services,
  directory: OrganizationDirectory,
  userId: number,
  picture: Awaited<ReturnType<typeof scaleAvatar>> | undefined,
): Promise<UserRecord> {
  const user = directory.users.get(userId)
  if (!user) throw badRequest('No such user')
  const keys = avatarKeys(user)
  if (picture) {
    await services.outside.blobs.put(keys.small, picture.small)
    await services.outside.blobs.put(keys.medium, picture.medium)
  }
  await services.data.transact(directory.organization.id, (tx) =>
    noteAvatar(tx, directory, userId, picture ? 'U' : directory.organization.settings.default_avatar_source),
  )
  if (!picture) await services.outside.blobs.remove([keys.small, keys.medium])
  return directory.users.get(userId) ?? user
}

async function noteAvatar(
  tx: Tx,
  directory: OrganizationDirectory,
  userId: number,
  source: AvatarSource,
): Promise<void> {
  const user = directory.users.get(userId)
  if (!user) throw badRequest('No such user')
  await updateUser(tx, userId, { avatar_source: source, avatar_version: user.avatarVersion + 1 })
  tx.emit({ type: 'realm_user', op: 'update', about: 'avatar', user_id: userId }, { everyone: true })
}
