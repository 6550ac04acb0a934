import { expect, test } from 'vitest'
import { isForged } from './same-origin.ts'

const own = 'https://chat.example.com'
const host = 'chat.example.com'
const forged = (
  method: string,
  headers: Record<string, string>,
  proof: Parameters<typeof isForged>[1] = 'session',
) => isForged({ method, headers: { host, ...headers } }, proof, own)

test.each([
  ['same-origin', false],
  ['same-site', true],
  ['cross-site', true],
  ['none', true],
])('a change by session that Sec-Fetch-Site calls %s is forged: %s', (site, expected) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const proof of ['session', 'file', 'form'] as const) {
      expect(forged(method, { 'sec-fetch-site': site }, proof)).toBe(expected)
      // Sec-Fetch-Site counts more than the origin.
      expect(forged(method, { 'sec-fetch-site': site, origin: own }, proof)).toBe(expected)
    }
})

test.each([
  [{ origin: own }, false],
  [{ origin: 'http://chat.example.com' }, false],
  [{ origin: 'https://chat.example.com:8443' }, true],
  [{ origin: 'https://chat.example.com.evil.example' }, true],
  [{ origin: 'https://other.chat.example.com' }, true],
  [{ origin: 'null' }, true],
  [{ origin: '' }, true],
  [{}, true],
  [{ origin: 'http://10.0.0.5:9991', host: '10.0.0.5:9991' }, false],
  [{ origin: 'http://10.0.0.5:80', host: '10.0.0.5:9991' }, true],
])('without Sec-Fetch-Site, a change with %j is forged: %s', (headers, expected) => {
  expect(forged('POST', headers)).toBe(expected)
})

test.each([
  [{}, false, false],
  [{ 'sec-fetch-site': 'same-origin' }, false, false],
  [{ 'sec-fetch-site': 'none' }, false, false],
  [{ 'sec-fetch-site': 'same-site' }, true, true],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, true, true],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, true, false],
])('reading with %j is forged: data %s, a file %s', (headers, data, file) => {
  for (const method of ['GET', 'HEAD']) {
    expect(forged(method, headers, 'session')).toBe(data)
    expect(forged(method, headers, 'file')).toBe(file)
  }
})

test.each([
  [{}, false],
  [{ origin: 'https://chat.example.com:8080' }, false],
  [{ origin: 'https://client.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, false],
  [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, false],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, true],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, true],
  [{ origin: 'https://evil.example' }, true],
])('a change by key with %j is forged: %s', (headers, expected) => {
  expect(forged('POST', headers, 'key')).toBe(expected)
  expect(forged('GET', headers, 'key')).toBe(false)
})
