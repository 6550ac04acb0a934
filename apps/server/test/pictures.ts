import { crc32, deflateSync } from 'node:zlib'
import type { OutgoingFile } from '@tagma/contract/define.ts'
import sharp from 'sharp'

/** A picture of one color. */
export async function picture(
  { width = 100, height = 80, filename = 'picture.png' } = {},
  format: 'png' | 'jpeg' | 'webp' | 'tiff' | 'avif' = 'png',
): Promise<OutgoingFile> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer()
  return { filename, contentType: `image/${format}`, bytes }
}

/** A picture as phones make them, in a coding that the server cannot read. */
export async function heicPicture(): Promise<OutgoingFile> {
  const { bytes } = await picture({}, 'avif')
  const text = Buffer.from(bytes).toString('latin1')
  // The same container, said to hold the other coding.
  const renamed = text.replaceAll('avif', 'heic').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC')
  return { filename: 'photo.heic', contentType: 'image/heic', bytes: Buffer.from(renamed, 'latin1') }
}

/** A black picture of 121 megapixels in some 15 kilobytes: more than a server can be made to unpack. */
export function hugePicture(): OutgoingFile {
  const side = 11_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit for each pixel; no color, no interlacing.
  header[8] = 1
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return { filename: 'huge.png', contentType: 'image/png', bytes: Buffer.concat(parts) }
}

/** A GIF of two frames. */
export async function movingPicture({ width = 40, height = 40 } = {}): Promise<OutgoingFile> {
  const frames = ['red', 'blue'].map((background) => ({
    create: { width, height, channels: 3 as const, background },
  }))
  const inputs = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  const bytes = await sharp(inputs, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  return { filename: 'moving.gif', contentType: 'image/gif', bytes }
}
