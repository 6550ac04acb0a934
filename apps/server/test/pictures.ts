import { crc32, deflateSync } from 'node:zlib'
import type { OutgoingFile } from '@tagma/contract/define.ts'
import sharp from 'sharp'

/** Makes a picture of one color. */
export async function picture(
  { width = 100, height = 80, filename = 'picture.png' } = {},
  format: 'png' | 'jpeg' | 'webp' | 'tiff' | 'avif' = 'png',
): Promise<OutgoingFile> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer()
  return { filename, contentType: `image/${format}`, bytes }
}

/** Makes a picture as phones do, in a coding that the server cannot read. */
export async function heicPicture(): Promise<OutgoingFile> {
  const { bytes } = await picture({}, 'avif')
  const text = Buffer.from(bytes).toString('latin1')
  // The same container with the name of the other coding.
  const renamed = text.replaceAll('avif', 'heic').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC')
  return { filename: 'photo.heic', contentType: 'image/heic', bytes: Buffer.from(renamed, 'latin1') }
}

/**
 * Makes a black PNG. `kind`: bits of a sample, type of color, samples of a pixel. `interlaced`: shown while it loads.
 */
function blackPng(side: number, kind: { bits: number; type: number; samples: number }, interlaced: boolean) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = kind.bits
  header[9] = kind.type
  header[12] = interlaced ? 1 : 0
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  // In an interlaced picture each of the seven passes begins each of its rows with one more byte: two for a row are
  // enough.
  const bytes = side * (interlaced ? 2 : 1) + Math.ceil((side * side * kind.bits * kind.samples) / 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Makes a black picture of 121 megapixels in some 15 kilobytes: more than the server unpacks. */
export function hugePicture(): OutgoingFile {
  const bytes = blackPng(11_000, { bits: 1, type: 0, samples: 1 }, false)
  return { filename: 'huge.png', contentType: 'image/png', bytes }
}

/**
 * Makes a PNG of 25 megapixels that takes 300 MiB: each sample has 16 bits, and all are needed before it can be shown.
 */
export function heavyPicture(): OutgoingFile {
  const bytes = blackPng(5000, { bits: 16, type: 6, samples: 4 }, true)
  return { filename: 'heavy.png', contentType: 'image/png', bytes }
}

/** Makes an AVIF of 16 megapixels in 477 bytes that takes 300 MiB. */
export function heavyAvif(): OutgoingFile {
  return { filename: 'heavy.avif', contentType: 'image/avif', bytes: Buffer.from(avif, 'base64') }
}

const avif =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAA' +
  'AAAERAAAEAAQAAAAAA+gABAAAAAAAAAOMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAA' +
  'AAA4aXBjbwAAAAxhdjFDgTACAAAAABRpc3BlAAAAAAAAD6AAAA+gAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAADrbW' +
  'RhdBIACgo8Lv5/59pAQ0GkMtIBGCUJjBMPPPPNBIAAAGHPzEUivjOUlIruzsk6eDCS1o1YtoUnli9sY44wKlFtdT8hSMsmXp9MhLWV5uJi97IY' +
  'Xo0iYyUCXE09Yaqnl4CuKhzQXoXlsfVXp+6TffjU82EidhrE7jmdLjcLBWsxPskZIM/MUl6RnaS5nVmsj2jkqnJn2qyyhH23UZiRgt90VSxllx' +
  'S4hMbmpwkd+jpc7jKNwj5v+YsisR9ngT7foenk8bvPlKrr+F2qFdvaxJFLUZM710gDkcsMkHg/HUhAyZnsQaTQ'

/** Makes a GIF of two frames. */
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
