import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each([
  ['/', '/'],
  ['/#narrow/channel/5-general/topic/hello', '/#narrow/channel/5-general/topic/hello'],
  ['/user_uploads/1/ab/a%20b.png?x=1', '/user_uploads/1/ab/a%20b.png?x=1'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/a\r\nset-cookie: x=y', '/'],
  ['relative', '/'],
  ['/login/?next=/login/', '/'],
  ['/accounts/logout/', '/'],
  ['/register/?next=/', '/'],
  ['/registers', '/registers'],
  ['/logins', '/logins'],
])('after sign-in with next %j people are at %j', (next, path) => {
  expect(localPath(next)).toBe(path)
})

test('no address leads to another server', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '\t',
    '\n',
    ':',
    '@',
    '%2f',
    '%5c',
    '#',
    '?',
    'evil.example',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const own = 'https://chat.example.com'
      expect(new URL(localPath(parts.join('')), own).origin).toBe(own)
    }),
  )
})
