import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

const isIn = (addresses: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d)/, '')
  const version = isIP(plain)
  return version !== 0 && addresses.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/** Returns the address of a request's client; behind a trusted proxy, the address that the proxy names. */
export function callerAddress(request: IncomingMessage, proxies: BlockList): string {
  const direct = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string' || !isIn(proxies, direct)) return direct
  const named = forwarded.split(',').flatMap((part) => part.trim() || [])
  // Each proxy adds the address of its own client; entries before the first foreign address can be forged.
  return named.findLast((address) => !isIn(proxies, address)) ?? named[0] ?? direct
}
