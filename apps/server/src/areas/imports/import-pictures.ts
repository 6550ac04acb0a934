import { createHash } from 'node:crypto'
import type { Losses } from '@tagma/importers/losses.ts'
import type { EmojiRecord, Key } from '@tagma/importers/record.ts'
import { requireEmojiPicture } from '#areas/emoji/require-emoji-picture.ts'
import { pictureKey, pictureScalings } from '#areas/organization/picture-present.ts'
import { picturesOf } from '#areas/uploads/pictures-of.ts'
import { avatarKeys, scaleAvatar } from '#areas/users/set-avatar.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationPicture } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { MappedIds } from './mapped-ids.ts'
import type { ImportPlan } from './plan-import.ts'

/** Version of the organization's pictures. Later ones have the time as theirs. */
export const pictureVersion = 1

/** The pictures of a source that are kept as blobs. */
export interface ImportedPictures {
  readonly organization: ReadonlySet<OrganizationPicture>
  /** People with a picture of their own. */
  readonly avatars: ReadonlySet<Key>
  /** Keys of the blobs, by the emoji. */
  readonly emoji: ReadonlyMap<Key, { readonly picture: string; readonly still: string | null }>
}

/** Where an import takes files from, and for which organization. */
interface From {
  readonly organization: { readonly id: number; readonly uuid: string }
  /** Path of a file of the source on this machine. */
  pathOf(file: string): string
}

/**
 * Scales all pictures that are there before the first message, and keeps them under keys that follow from the source: an
 * import that is cut off leaves nothing behind that its next run does not use.
 */
export async function importPictures(
  services: Services,
  plan: ImportPlan,
  ids: MappedIds,
  from: From,
  losses: Losses,
): Promise<ImportedPictures> {
  const { blobs } = services.outside
  const { id } = from.organization
  const pictures = picturesOf(services, id)
  const organization = new Set<OrganizationPicture>()
  for (const { picture, file } of plan.pictures) {
    losses.read('organization_pictures')
    const scaled = await pictures.scale(from.pathOf(file), pictureScalings[picture])
    if (!scaled) losses.drop('organization_pictures', 'no_picture', 'content', file)
    else {
      await blobs.put(pictureKey(id, picture, pictureVersion), scaled)
      organization.add(picture)
    }
  }
  const avatars = new Set<Key>()
  for (const person of plan.people) {
    const { file } = person.avatar
    if (file === null) continue
    losses.read('avatar_pictures')
    const keys = avatarKeys({ id: ids.person(person), organizationId: id })
    if ((await blobs.size(keys.medium)) === undefined) {
      const scaled = await scaleAvatar(services, id, [{ path: from.pathOf(file) }]).catch(whereNoPicture)
      if (!scaled) {
        losses.drop('avatar_pictures', 'no_picture', 'content', file)
        continue
      }
      await blobs.put(keys.small, scaled.small)
      await blobs.put(keys.medium, scaled.medium)
    }
    avatars.add(person.key)
  }
  const emoji = new Map<Key, { picture: string; still: string | null }>()
  for (const record of plan.emoji) {
    losses.read('emoji_pictures')
    const made = await requireEmojiPicture(pictures, from.pathOf(record.file)).catch(whereNoPicture)
    if (!made) {
      losses.drop('emoji_pictures', 'no_picture', 'content', record.file)
      continue
    }
    const keys = emojiKeys(from, record, made.extension, made.still !== undefined)
    await blobs.put(keys.picture, made.picture)
    if (made.still && keys.still !== null) await blobs.put(keys.still, made.still)
    emoji.set(record.key, keys)
  }
  return { organization, avatars, emoji }
}

/** Accepts a file that is broken, or no picture. */
function whereNoPicture(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'BAD_IMAGE')) throw error
}

function emojiKeys(
  { organization }: From,
  { key }: EmojiRecord,
  extension: string,
  moves: boolean,
): { picture: string; still: string | null } {
  // Random, as the address of every emoji, because that of the organization is.
  const token = createHash('sha256').update(`${organization.uuid} ${key}`).digest('hex').slice(0, 24)
  const folder = `${organization.id}/emoji/images`
  return {
    picture: `${folder}/${token}.${extension}`,
    still: moves ? `${folder}/still/${token}.png` : null,
  }
}
