import type { OrganizationPictures } from './pictures-of.ts'

const movingThumbnail = '840x560-anim.webp'

/** Forms of thumbnails, as the registration response lists them. */
export const thumbnailFormats = [
  { name: movingThumbnail, max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const

/** Thumbnail that messages show first. */
export const defaultThumbnail = '840x560.webp'

/** Large thumbnail, for pictures whose own format browsers do not show. */
export const transcodedPicture = '4032x3024.webp'

const shownByBrowsers: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif'])

/** Facts about an uploaded picture: the column `image` of its attachment. */
export interface StoredPicture {
  readonly width: number
  readonly height: number
  readonly animated: boolean
  /** True if a large thumbnail is shown instead of the original. */
  readonly transcoded: boolean
}

export const thumbnailKey = (pathId: string, name: string) => {
  const [organization, ...rest] = pathId.split('/')
  return [organization, 'thumbnails', ...rest, name].join('/')
}

/** Names of the thumbnails that a picture has. */
export function thumbnailNames({ animated, transcoded }: StoredPicture): string[] {
  return [
    ...thumbnailFormats.filter((format) => animated || !format.animated).map(({ name }) => name),
    ...(transcoded ? [transcodedPicture] : []),
  ]
}

/** Makes a picture's thumbnails, by name; undefined for a file that is broken or not a picture. */
export async function makeThumbnails(
  pictures: OrganizationPictures,
  path: string,
): Promise<{ picture: StoredPicture; thumbnails: ReadonlyMap<string, Uint8Array> } | undefined> {
  const facts = await pictures.inspect(path)
  if (!facts) return undefined
  const picture: StoredPicture = {
    width: facts.width,
    height: facts.height,
    animated: facts.isAnimated,
    transcoded: !shownByBrowsers.has(facts.format),
  }
  const thumbnails = new Map<string, Uint8Array>()
  for (const name of thumbnailNames(picture)) {
    const {
      max_width: width,
      max_height: height,
      animated,
    } = thumbnailFormats.find((format) => format.name === name) ?? {
      max_width: 4032,
      max_height: 3024,
      animated: false,
    }
    const scaled = await pictures.scale(path, { width, height, fit: 'inside', format: 'webp', animated })
    if (scaled) thumbnails.set(name, scaled)
    else if (!animated) return undefined
  }
  // If it is too long to scale as an animation, only its first frame is shown.
  const moves = thumbnails.has(movingThumbnail)
  return { picture: { ...picture, animated: moves }, thumbnails }
}
