import { expect, test } from 'vitest'
import { Origins } from './origins.ts'

const minute = 60_000

test('every name gets links with itself, however many were made up before', () => {
  const origins = new Origins()
  for (let n = 0; n < 100; n++) origins.of(`made-up-${n}.example`, n)
  expect(origins.of('Chat.example.com:8080', 100)).toEqual({
    url: 'http://chat.example.com:8080',
    isFamiliar: false,
    isConfigured: false,
  })
  expect(origins.of('made-up-3.example', 101)?.isFamiliar).toBe(true)
})

test('a name that is no longer asked for makes room', () => {
  const origins = new Origins()
  for (let n = 0; n < 16; n++) origins.of(`made-up-${n}.example`, 0)
  origins.of('made-up-0.example', 5 * minute)
  expect(origins.of('chat.example.com', 9 * minute)?.isFamiliar).toBe(false)
  expect(origins.of('chat.example.com', 10 * minute)?.isFamiliar).toBe(true)
  expect(origins.of('made-up-1.example', 10 * minute)?.isFamiliar).toBe(true)
  expect(origins.of('made-up-0.example', 10 * minute)?.isFamiliar).toBe(true)
})

test('what is no name of a host gets no links', () => {
  const origins = new Origins()
  for (const host of [undefined, '', 'a b', 'evil"><x', 'a/b', `${'a.'.repeat(200)}example`])
    expect(origins.of(host, 0)).toBeUndefined()
  expect(origins.of('[::1]:9992', 0)?.url).toBe('http://[::1]:9992')
})
