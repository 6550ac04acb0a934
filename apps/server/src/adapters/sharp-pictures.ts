import type { Sharp } from 'sharp'
import type { Pictures } from '#ports/pictures.ts'

/** A picture of 100 megapixels takes some 400 MB where it cannot be read in strips. */
const maxPixels = 100_000_000

const readable: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'heif', 'tiff'])

/** Pictures by libvips, loaded when the first one comes; one at a time, so that memory stays within bounds. */
export function sharpPictures(): Pictures {
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T | undefined> => {
    // Whatever the library throws, it is about the picture.
    const result = last.then(work).catch(() => undefined)
    last = result
    return result
  }
  const open = async (source: string | Uint8Array, animated: boolean): Promise<Sharp> => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp(source, { animated, limitInputPixels: maxPixels, failOn: 'error' })
  }

  return {
    inspect: (source) =>
      inTurn(async () => {
        const { format, pages = 1, autoOrient } = await (await open(source, false)).metadata()
        if (!readable.has(format)) return undefined
        const { width, height } = autoOrient
        return {
          format: format === 'heif' ? 'avif' : format,
          width,
          height,
          isAnimated: pages > 1 && format !== 'tiff',
        }
      }),
    scale: (source, { width, height, fit, format, animated }) =>
      inTurn(async () => {
        const picture = await open(source, animated)
        return picture
          .autoOrient()
          .resize({ width, height, fit, withoutEnlargement: fit === 'inside', background: 'transparent' })
          .toFormat(format)
          .toBuffer()
      }),
  }
}
