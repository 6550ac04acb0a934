import type { OrganizationPictures } from '#areas/uploads/pictures-of.ts'
import { Refusal } from '#model/refusal.ts'

/** Width and height of custom emoji in pixels. */
const size = 64

/** Scales a file to the picture of an emoji, with a still one beside it if it moves. Throws BAD_IMAGE if it cannot. */
export async function requireEmojiPicture(
  pictures: OrganizationPictures,
  path: string,
): Promise<{ picture: Uint8Array; still: Uint8Array | undefined; extension: 'gif' | 'png' }> {
  const facts = await pictures.inspect(path)
  const square = { width: size, height: size, fit: 'contain' } as const
  const still = facts && (await pictures.scale(path, { ...square, format: 'png', animated: false }))
  if (!still) {
    throw new Refusal('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
  }
  const moving = facts.isAnimated
    ? await pictures.scale(path, { ...square, format: 'gif', animated: true })
    : undefined
  return moving
    ? { picture: moving, still, extension: 'gif' }
    : { picture: still, still: undefined, extension: 'png' }
}
