import sharp, { type Metadata, type Sharp } from 'sharp'
import type { PictureFacts, Scaling } from '#ports/pictures.ts'
import { serveHelper } from './serve-helper.ts'

/** A picture to inspect or to scale. */
export interface PictureQuestion {
  readonly source: string | Uint8Array
  /** Undefined only inspects. */
  readonly scaling: Scaling | undefined
}

/** Both undefined if the file is no picture, is broken, or is too large. */
export interface PictureAnswer {
  readonly facts?: PictureFacts | undefined
  readonly picture?: Uint8Array
}

/** Bound for every format: some seconds of work. */
const mostPixels = 100_000_000
/** MiB of one unpacked picture. */
const mostUnpackedMib = 256
/** MiB of the whole process: estimates can be wrong. */
const mostMib = 400
const mostSeconds = 10

const readable: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'heif', 'tiff'])

// This process reads untrusted pictures by libvips: the server's own process never loads it.
sharp.cache(false)
sharp.concurrency(1)
// Only these formats are read; the server draws SVG itself.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif', 'Tiff', 'Svg'].map((kind) => `VipsForeignLoad${kind}`),
})
serveHelper(answer, mostMib)

async function answer({ source, scaling }: PictureQuestion): Promise<PictureAnswer> {
  try {
    return scaling ? { picture: await scale(source, scaling) } : { facts: await inspect(source) }
  } catch {
    // Every error of the library is about the picture.
    return {}
  }
}

const open = (source: string | Uint8Array, animated: boolean): Sharp =>
  sharp(source, { animated, limitInputPixels: mostPixels, failOn: 'error' })

async function inspect(source: string | Uint8Array): Promise<PictureFacts | undefined> {
  const metadata = await open(source, false).metadata()
  const { format, pages = 1, autoOrient } = metadata
  if (!readable.has(format) || isTooLarge(metadata)) return undefined
  return {
    format: format === 'heif' ? 'avif' : format,
    width: autoOrient.width,
    height: autoOrient.height,
    isAnimated: pages > 1 && format !== 'tiff',
  }
}

async function scale(
  source: string | Uint8Array,
  { width, height, fit, format, animated }: Scaling,
): Promise<Uint8Array> {
  const picture = open(source, animated)
  if (isTooLarge(await picture.metadata())) throw new Error('The picture is too large.')
  return picture
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside', background: 'transparent' })
    .toFormat(format)
    .toBuffer()
}

/** With `animated`, the height in the metadata is that of all frames together. */
const isTooLarge = (metadata: Metadata) =>
  metadata.width * metadata.height * bytesPerPixel(metadata) > mostUnpackedMib * 1024 * 1024

/**
 * Bytes per pixel while a picture is scaled, measured with sharp 0.35. A format that cannot be read strip by strip is
 * unpacked whole, more than once.
 */
function bytesPerPixel({ format, channels, depth, isProgressive }: Metadata): number {
  const bytes = channels * (bytesOf[depth] ?? 8)
  switch (format) {
    case 'heif':
      return depth === 'uchar' ? 20 : 26
    case 'gif':
      return 7
    case 'jpeg':
      return isProgressive ? 2.5 * channels : 1
    case 'png':
      return isProgressive ? 1.5 * bytes : bytes
    default:
      return bytes
  }
}

const bytesOf: Readonly<Record<string, number>> = { char: 1, uchar: 1, short: 2, ushort: 2 }
