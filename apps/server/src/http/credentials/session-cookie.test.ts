import { expect, test } from 'vitest'
import { noSessionCookie, sessionCookie, sessionToken } from './session-cookie.ts'

const config = (publicUrl: string) => ({ publicUrl })
const secure = config('https://chat.example.com')
const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
const given = { token: 'x', idleSeconds: 1_209_600 }

test.each([
  [
    { host: 'chat.example.com' },
    secure,
    '__Host-tagma=x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=1209600',
  ],
  [
    { host: 'a.chat.example.com' },
    secure,
    '__Host-tagma=x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=1209600',
  ],
  [
    { host: 'localhost:9991' },
    config('http://localhost:9991'),
    '__Host-tagma=x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=1209600',
  ],
  [
    { host: 'localhost:9991', 'user-agent': safari },
    config('http://localhost:9991'),
    'tagma=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600',
  ],
  [
    { host: '10.0.0.5:9991' },
    config('http://localhost:9991'),
    'tagma=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600',
  ],
])('the cookie for %j at %j is %s', (headers, at, expected) => {
  expect(sessionCookie(headers, at, given)).toBe(expected)
  expect(noSessionCookie(headers, at)).toBe(
    expected.replace('=x;', '=;').replace('Max-Age=1209600', 'Max-Age=0'),
  )
  expect(sessionToken({ ...headers, cookie: `a=b; ${expected.split(';')[0]}; c=d` }, at)).toBe('x')
})

test('over https, a cookie that a neighbour could have planted does not count', () => {
  const headers = { host: 'chat.example.com', cookie: 'tagma=planted' }
  expect(sessionToken(headers, secure)).toBeUndefined()
  expect(sessionToken({ ...headers, cookie: 'tagma=planted; __Host-tagma=own' }, secure)).toBe('own')
})

test('a session that does not stay has no age in its cookie', () => {
  const cookie = sessionCookie({ host: 'chat.example.com' }, secure, { token: 'x', idleSeconds: 43_200 })
  expect(cookie).toBe('__Host-tagma=x; Path=/; HttpOnly; SameSite=Lax; Secure')
})
