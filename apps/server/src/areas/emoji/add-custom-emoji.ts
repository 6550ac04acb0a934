import type { UploadedFile } from '@tagma/contract/define.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { picturesOf } from '#areas/uploads/pictures-of.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { insertEmoji } from '#store/organization/custom-emoji.ts'
import { requireEmojiPicture } from './require-emoji-picture.ts'
import { emojiNameFrom, emojiNameProblem, isBuiltInName } from './rules.ts'

/** Adds a custom emoji to the organization: its scaled picture, with a still one beside it if it moves. */
export async function addCustomEmoji(
  services: Services,
  directory: OrganizationDirectory,
  user: UserRecord,
  typedName: string,
  files: readonly UploadedFile[],
): Promise<void> {
  const name = emojiNameFrom(typedName)
  requireAddable(directory, user, name)
  const [file] = files
  if (!file || files.length > 1) throw badRequest('You must upload exactly one file.')
  const { picture, still, extension } = await requireEmojiPicture(
    picturesOf(services, directory.organization.id),
    file.path,
  )
  const token = services.time.random.token(24).toLowerCase()
  const folder = `${directory.organization.id}/emoji/images`
  const keys = {
    picture: `${folder}/${token}.${extension}`,
    still: still ? `${folder}/still/${token}.png` : null,
  }
  await services.outside.blobs.put(keys.picture, picture)
  if (still && keys.still !== null) await services.outside.blobs.put(keys.still, still)
  try {
    await services.data.transact(directory.organization.id, async (tx) => {
      // Somebody else may have taken the name since.
      requireAddable(directory, user, name)
      const id = await insertEmoji(tx, { name, authorId: user.id, ...keys })
      const emoji = {
        id: String(id),
        name,
        source_url: `/user_avatars/${keys.picture}`,
        still_url: keys.still === null ? null : `/user_avatars/${keys.still}`,
        deactivated: false,
        author_id: user.id,
      }
      tx.emit({ type: 'realm_emoji', op: 'add', emoji }, { everyone: true })
    })
  } catch (error) {
    await services.outside.blobs.remove([keys.picture, ...(keys.still === null ? [] : [keys.still])])
    throw error
  }
}

/** Refuses unless the user may add a custom emoji of this name. */
function requireAddable(directory: OrganizationDirectory, user: UserRecord, name: string): void {
  if (!can(directory, user, 'can_add_custom_emoji_group')) throw badRequest('Insufficient permission')
  const problem = emojiNameProblem(name)
  if (problem !== undefined) throw badRequest(problem)
  if (directory.emojiByName(name)) throw badRequest('A custom emoji with this name already exists.')
  if (isBuiltInName(name) && !isAdministrator(user))
    throw badRequest('Only administrators can override default emoji.')
}
