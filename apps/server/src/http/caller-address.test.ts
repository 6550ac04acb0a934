import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { callerAddress } from './caller-address.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  callerAddress({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

test('a proxy on this machine is believed, and only about whom it heard itself', () => {
  expect(from('203.0.113.9')).toBe('203.0.113.9')
  expect(from('127.0.0.1')).toBe('127.0.0.1')
  expect(from('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  for (const proxy of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(from(proxy, '198.51.100.1')).toBe('198.51.100.1')
    expect(from(proxy, 'made-up, 198.51.100.1')).toBe('198.51.100.1')
    expect(from(proxy, '198.51.100.1, 127.0.0.1')).toBe('198.51.100.1')
    expect(from(proxy, '127.0.0.2')).toBe('127.0.0.2')
  }
})
