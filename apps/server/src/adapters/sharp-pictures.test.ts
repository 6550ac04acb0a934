import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutgoingFile } from '@tagma/contract/define.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Log } from '#ports/log.ts'
import { PicturesBusy, type Scaling } from '#ports/pictures.ts'
import { heavyAvif, heavyPicture, hugePicture, movingPicture, picture } from '#test/pictures.ts'
import { sharpPictures } from './sharp-pictures.ts'

const thumbnail: Scaling = { width: 50, height: 50, fit: 'inside', format: 'webp', animated: false }

function start() {
  const warnings: unknown[] = []
  const log: Log = { error() {}, warn: (facts) => void warnings.push(facts), info() {}, debug() {} }
  const pictures = sharpPictures(log)
  const folder = mkdtempSync(join(tmpdir(), 'tagma-pictures-'))
  onTestFinished(() => {
    pictures.close()
    rmSync(folder, { recursive: true })
  })
  let files = 0
  const keep = ({ bytes }: OutgoingFile) => {
    const path = join(folder, String(++files))
    writeFileSync(path, bytes)
    return path
  }
  return { pictures, keep, warnings }
}

test('pictures are measured and scaled, from files and from bytes', async () => {
  const { pictures, keep } = start()
  const still = await picture({ width: 200, height: 100 })
  const facts = { format: 'png', width: 200, height: 100, isAnimated: false }
  expect(await pictures.inspect(1, keep(still))).toEqual(facts)
  expect(await pictures.inspect(1, still.bytes)).toEqual(facts)
  expect(await pictures.inspect(1, keep(await movingPicture()))).toMatchObject({ isAnimated: true })
  const scaled = await pictures.scale(1, keep(still), thumbnail)
  expect(scaled && (await pictures.inspect(1, scaled))).toMatchObject({
    format: 'webp',
    width: 50,
    height: 25,
  })
})

test.each([
  ['has too many pixels', hugePicture()],
  ['is interlaced', heavyPicture()],
  ['is an AVIF', heavyAvif()],
])(
  'a small file that takes too much memory because it %s is refused before it is unpacked',
  async (_, file) => {
    const { pictures, keep, warnings } = start()
    expect(file.bytes.length).toBeLessThan(250_000)
    const path = keep(file)
    expect(await pictures.inspect(1, path)).toBeUndefined()
    expect(await pictures.scale(1, path, thumbnail)).toBeUndefined()
    // The process has not ended over it either.
    expect(warnings).toEqual([])
  },
)

test('what is no picture, and what only claims to be one, is none', async () => {
  const { pictures } = start()
  const whole = (await picture()).bytes
  for (const bytes of ['', 'no picture', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.4'])
    expect(await pictures.inspect(1, Buffer.from(bytes))).toBeUndefined()
  expect(await pictures.scale(1, whole.subarray(0, 60), thumbnail)).toBeUndefined()
})

test('an organization with too many pictures waits alone', async () => {
  const { pictures } = start()
  const { bytes } = await picture({ width: 10, height: 10 })
  const crowd = Promise.allSettled(Array.from({ length: 60 }, () => pictures.inspect(1, bytes)))
  expect(await pictures.inspect(2, bytes)).toMatchObject({ width: 10 })
  const outcomes = (await crowd).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value?.width : outcome.reason,
  )
  expect(outcomes.slice(0, 51)).toEqual(Array(51).fill(10))
  for (const refused of outcomes.slice(51)) expect(refused).toBeInstanceOf(PicturesBusy)
})
