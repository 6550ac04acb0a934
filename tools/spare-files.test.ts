import { expect, test } from 'vitest'
import { type NotedFile, spareFiles } from './spare-files.ts'

const file = (path: string, statements: string, milliseconds = 1): NotedFile => ({
  path,
  statements: new Set(statements),
  milliseconds,
})
const spare = (...files: NotedFile[]) =>
  spareFiles(files, ({ path }) => !path.startsWith('kept')).map(({ path }) => path)

test('a file is spared if others send each of its statements', () => {
  expect(spare(file('kept', 'ab'), file('same', 'ba'), file('more', 'abc'), file('none', ''))).toEqual([
    'same',
    'none',
  ])
})

test('of files that send the same, the slow one is spared', () => {
  expect(spare(file('slow', 'ab', 50), file('quick', 'ab', 5))).toEqual(['slow'])
})

test('files that send each statement together are not all spared', () => {
  expect(spare(file('a', 'xy'), file('b', 'yz'), file('c', 'zx'))).toHaveLength(1)
})

test('a file that must run is never spared', () => {
  expect(spare(file('kept one', 'a'), file('kept two', 'a'))).toEqual([])
})
