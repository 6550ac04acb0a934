import { expect, test } from 'vitest'
import { insideAddress } from './inside-address.ts'

test('a link into the application is told from links elsewhere', () => {
  const here = 'https://chat.example.com/#inbox'
  expect(insideAddress('#narrow/channel/5-design', here)).toBe('#narrow/channel/5-design')
  expect(insideAddress('/#narrow/channel/5-design', here)).toBe('#narrow/channel/5-design')
  expect(insideAddress('https://chat.example.com/#narrow/dm/9', here)).toBe('#narrow/dm/9')
  expect(insideAddress('https://elsewhere.example/#narrow/dm/9', here)).toBeUndefined()
  expect(insideAddress('/user_uploads/1/a.png', here)).toBeUndefined()
  expect(insideAddress('https://chat.example.com/', here)).toBeUndefined()
})
