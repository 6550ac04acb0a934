import { expect, test } from 'vitest'
import { shortNameFor } from './short-name.ts'

test.each([
  ['Build', 'build'],
  ['Größe & Café 2', 'grosse-cafe-2'],
  ['  --x--  ', 'x'],
  ['ボット', ''],
  ['a'.repeat(80), 'a'.repeat(60)],
])('%s suggests %s', (name, short) => {
  expect(shortNameFor(name)).toBe(short)
})
