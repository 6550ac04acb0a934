import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

const folder = join(import.meta.dirname, 'pictures')

/** Pictures are compared at this part of their size, where letters are gray spots whatever drew them. */
const reduction = 4

/** The share of points that may differ. A control that moves by its own height differs in more. */
const tolerance = 0.002

/** Folder for the pictures that differ. It outlives the run. */
const differing = process.env.DIFFERENT_PICTURES ?? join(tmpdir(), 'tagma-pictures')

/**
 * Compares a picture with the kept one of that name. Returns how it differs, and where both are now; undefined if it does
 * not. With `TAKE_PICTURES` it becomes the kept one, unless that looks the same.
 */
export async function pictureProblem(name: string, png: Buffer): Promise<string | undefined> {
  const kept = join(folder, `${name}.webp`)
  const problem = existsSync(kept)
    ? await differenceOf(name, readFileSync(kept), png)
    : `There is no picture of ${name}: npm run web:pictures takes it`
  if (problem === undefined || !process.env.TAKE_PICTURES) return problem
  mkdirSync(folder, { recursive: true })
  writeFileSync(kept, await encoded(png))
  return undefined
}

async function differenceOf(name: string, kept: Buffer, taken: Buffer): Promise<string | undefined> {
  // Both have lost the same by their coding.
  const [before, now] = [await reduced(kept), await reduced(await encoded(taken))]
  const { width, height } = before.info
  let share = 1
  let difference: Buffer | undefined
  if (now.info.width === width && now.info.height === height) {
    difference = Buffer.alloc(width * height * 4)
    const points = pixelmatch(before.data, now.data, difference, width, height, {
      threshold: 0.1,
      includeAA: true,
    })
    share = points / (width * height)
    if (share <= tolerance) return undefined
  }
  mkdirSync(differing, { recursive: true })
  const file = join(differing, name)
  writeFileSync(`${file}.png`, taken)
  if (difference)
    await sharp(difference, { raw: { width, height, channels: 4 } })
      .resize({ width: width * reduction, kernel: 'nearest' })
      .png()
      .toFile(`${file}.difference.png`)
  return `${name} differs in ${(share * 100).toFixed(2)} % of its points: see ${file}.png and ${file}.difference.png`
}

const encoded = (png: Buffer) => sharp(png).webp({ quality: 80, effort: 6 }).toBuffer()

async function reduced(picture: Buffer) {
  const { width } = await sharp(picture).metadata()
  return sharp(picture)
    .resize({ width: Math.round(width / reduction), kernel: 'mitchell' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
