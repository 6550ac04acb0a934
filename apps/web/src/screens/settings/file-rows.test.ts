import { expect, test } from 'vitest'
import { linkedFrom, sizeText, sortedFiles } from './file-rows.ts'

const file = (id: number, name: string, size: number, create_time: number) => ({
  id,
  name,
  size,
  create_time,
  path_id: '',
  message_ids: [],
})
const files = [file(1, 'b10.txt', 5, 100), file(2, 'b9.txt', 7, 300), file(3, 'a.txt', 5, 100)]
const namesBy = (order: Parameters<typeof sortedFiles>[1]) =>
  sortedFiles(files, order, 'en').map(({ name }) => name)

test('files are listed by age, size and name', () => {
  expect(namesBy('newest')).toEqual(['b9.txt', 'a.txt', 'b10.txt'])
  expect(namesBy('oldest')).toEqual(['b10.txt', 'a.txt', 'b9.txt'])
  expect(namesBy('largest')).toEqual(['b9.txt', 'a.txt', 'b10.txt'])
  expect(namesBy('name')).toEqual(['a.txt', 'b9.txt', 'b10.txt'])
})

test('sizes are said in the unit that fits', () => {
  expect(sizeText(1, 'en')).toBe('1 byte')
  expect(sizeText(1023, 'en')).toBe('1,023 bytes')
  expect(sizeText(1536, 'en')).toBe('1.5 kB')
  expect(sizeText(25 * 1024 * 1024, 'de')).toBe('25 MB')
})

test('of many messages with a file, the newest are linked', () => {
  expect(linkedFrom({ message_ids: [1, 2, 3, 4, 5] })).toEqual([3, 4, 5])
})
