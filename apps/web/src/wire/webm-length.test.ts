import { expect, test } from 'vitest'
import { withLength } from './webm-length.ts'

/** The beginning of a recording as Chromium writes it: EBML head, segment, facts, and a part of the tracks. */
const head =
  '1a45dfa39f 4286810142f7810142f2810442f381084282847765626d42878104428581 02' +
  '1853806701ffffffffffffff 1549a96699 2ad7b1830f4240 4d80864368726f6d65 57 41864368726f6d65 1654ae6b'
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const sound = (hex: string, type = 'audio/webm') => new Blob([bytesOf(hex)], { type })
const hexOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('hex')

test('a length is put behind the other facts, and their size grows by it', async () => {
  const whole = await withLength(sound(head), 3.5)
  // 25 bytes of facts and 11 of the length; 3,500 milliseconds as a number of 8 bytes.
  expect(await hexOf(whole)).toBe(
    head
      .replace('1549a96699', '1549a966a4')
      .replace('1654ae6b', '448988 40ab580000000000 1654ae6b')
      .replaceAll(' ', ''),
  )
  expect(whole.type).toBe('audio/webm')
})

test.each([
  [
    'a file that has a length',
    head.replace('1549a96699', '1549a966a4').replace('1654ae6b', '44898840ab5800000000001654ae6b'),
  ],
  ['a file that knows its size', head.replace('01ffffffffffffff', '0100000000000025')],
  ['a file that is cut off', head.slice(0, 100)],
  ['a file of another kind', '4f67675300020000'],
  ['an empty file', ''],
])('%s stays as it is', async (_, hex) => {
  const given = sound(hex)
  expect(await withLength(given, 3.5)).toBe(given)
})

test('sound of another type stays as it is', async () => {
  const given = sound(head, 'audio/mp4')
  expect(await withLength(given, 3.5)).toBe(given)
})
