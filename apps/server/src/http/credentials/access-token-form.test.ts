import { expect, test } from 'vitest'
import { accessTokenOf, isWholeToken } from './access-token-form.ts'

const drawn = 'Zk3vQ8sLxY0bN5dRwT1hGc'

test('a token is as long as an API key, and its sum follows from what was drawn', () => {
  const token = accessTokenOf(drawn)
  expect(token).toBe('tgm_Zk3vQ8sLxY0bN5dRwT1hGcB0e7fZ')
  expect(token).toHaveLength(32)
  expect(isWholeToken(token)).toBe(true)
})

test('a letter that was changed, lost or added is noticed', () => {
  const token = accessTokenOf(drawn)
  for (let place = 4; place < token.length; place++) {
    const other = token[place] === 'a' ? 'b' : 'a'
    expect(isWholeToken(`${token.slice(0, place)}${other}${token.slice(place + 1)}`)).toBe(false)
    expect(isWholeToken(token.slice(0, place) + token.slice(place + 1))).toBe(false)
  }
  expect(isWholeToken(`${token}a`)).toBe(false)
  expect(isWholeToken(`${token}\n`)).toBe(false)
})
