import type { OrganizationPictures } from './pictures-of.ts'

const movingThumbnail = '840x560-anim.webp'

/** The forms of thumbnails, as the registration response lists them. */
export const thumbnailFormats = [
  { name: movingThumbnail, max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const

/** The thumbnail that messages show first. */
export const defaultThumbnail = '840x560.webp'

/** A large one, for pictures whose own format browsers do not show. */
export const transcodedPicture = '4032x3024.webp'

const shownByBrowsers: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif'])

/** What is known of an uploaded picture: the column `image` of its attachment. */
export interface StoredPicture {
  readonly width: number
  readonly height: number
  readonly animated: boolean
  /** Whether there is a large thumbnail to be shown instead of the original. */
  readonly transcoded: boolean
}

export const thumbnailKey = (pathId: string, name: string) => {
  const [organization, ...rest] = pathId.split('/')
  return [organization, 'thumbnails', ...rest, name].join('/')
}

/** The names of the thumbnails that a picture has. */
export function thumbnailNames({ animated, transcoded }: StoredPicture): string[] {
  return [
    ...thumbnailFormats.filter((format) => animated || !format.animated).map(({ name }) => name),
    ...(transcoded ? [transcodedPicture] : []),
  ]
}

/** A file's picture and its thumbnails by name; undefined for what is no picture, or is broken. */
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
  // One that moves for too long to be scaled whole is shown as it begins.
  const moves = thumbnails.has(movingThumbnail)
  return { picture: { ...picture, animated: moves }, thumbnails }
}
