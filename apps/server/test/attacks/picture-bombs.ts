import sharp from 'sharp'
import { type Attack, Broken } from './attack.ts'

const uploads = 6

/** Pictures that are small as files but have many pixels. */
async function bombs(): Promise<{ name: string; bytes: Buffer }[]> {
  const blank = sharp({
    create: { width: 8000, height: 8000, channels: 3, background: { r: 10, g: 80, b: 160 } },
    limitInputPixels: false,
  })
  return [
    { name: 'large.png', bytes: await blank.clone().png({ progressive: true }).toBuffer() },
    { name: 'large.webp', bytes: await blank.clone().webp({ effort: 0 }).toBuffer() },
    { name: 'cut.png', bytes: (await blank.clone().png().toBuffer()).subarray(0, 4000) },
  ]
}

export const pictureBombs: Attack = {
  name: 'picture-bombs',
  title: `${uploads} pictures of 8000 × 8000 pixels in a few kilobytes, uploaded at once`,
  bounds: { memoryMib: 300, cpuSeconds: 60, wait: 2000 },
  async run({ url, authorization }) {
    const files = await bombs()
    const statuses = await Promise.all(
      Array.from({ length: uploads }, async (_, index) => {
        const file = files[index % files.length]
        if (!file) return 0
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
        const response = await fetch(`${url}/api/v1/user_uploads`, {
          method: 'POST',
          headers: { authorization },
          body: form,
        })
        await response.text()
        return response.status
      }),
    )
    if (statuses.some((status) => status >= 500)) throw new Broken(`The answers were ${statuses.join(', ')}.`)
    return `answered with ${[...new Set(statuses)].join(', ')}`
  },
}
