import { expect, test } from 'vitest'
import { initials, ownPicture } from './initials.ts'

test.each([
  ['Iris Okafor', 'IO'],
  ['otto', 'O'],
  ['Ana María de la Cruz', 'AC'],
  ['王小明', '王小'],
  ['ישראל ישראלי', 'יי'],
  ['Zoë (design)', 'ZD'],
  ['  ', '?'],
  ['👩‍🚀', '?'],
])('%s has the initials %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('a picture of another server is never loaded', () => {
  const origin = 'https://chat.example.com'
  expect(ownPicture('/user_avatars/1/a.png', origin)).toBe('https://chat.example.com/user_avatars/1/a.png')
  expect(ownPicture('https://secure.gravatar.com/avatar/x', origin)).toBeUndefined()
  expect(ownPicture('//elsewhere.example/a.png', origin)).toBeUndefined()
  expect(ownPicture('javascript:alert(1)', origin)).toBeUndefined()
  expect(ownPicture(null, origin)).toBeUndefined()
})
