import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { parseProxies } from '#config/values.ts'
import { callerAddress } from './caller-address.ts'

const from = (remoteAddress: string, forwarded?: string, proxies = '') =>
  callerAddress(
    {
      socket: { remoteAddress },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    parseProxies(proxies),
  )

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

test('so is one on another machine that the settings name', () => {
  const proxies = '10.0.0.5, 10.1.0.0/16,fd00::/8'
  for (const proxy of ['10.0.0.5', '::ffff:10.1.2.3', 'fd00::5']) {
    expect(from(proxy, '198.51.100.1', proxies)).toBe('198.51.100.1')
    expect(from(proxy, 'made-up, 198.51.100.1, 10.1.9.9', proxies)).toBe('198.51.100.1')
  }
  expect(from('10.0.0.6', '198.51.100.1', proxies)).toBe('10.0.0.6')
  expect(from('10.0.0.5', 'unknown', proxies)).toBe('unknown')
  for (const wrong of ['10.0.0.5/33', 'proxy.example.com', '10.0.0', '10.0.0.0/-1'])
    expect(() => parseProxies(wrong)).toThrow(`TAGMA_PROXIES has "${wrong}"; it should be addresses`)
})
