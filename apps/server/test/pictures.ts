import type { OutgoingFile } from '@tagma/contract/define.ts'
import sharp from 'sharp'

/** A picture of one color. */
export async function picture(
  { width = 100, height = 80, filename = 'picture.png' } = {},
  format: 'png' | 'jpeg' | 'webp' | 'tiff' = 'png',
): Promise<OutgoingFile> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer()
  return { filename, contentType: `image/${format}`, bytes }
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
