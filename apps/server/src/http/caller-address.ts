import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

const isIn = (addresses: BlockList, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d)/, '')
  const version = isIP(plain)
  return version !== 0 && addresses.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/** The address that a request comes from: behind one of the proxies, the one that the proxy names. */
export function callerAddress(request: IncomingMessage, proxies: BlockList): string {
  const direct = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string' || !isIn(proxies, direct)) return direct
  const named = forwarded.split(',').flatMap((part) => part.trim() || [])
  // Each proxy adds whom it heard; what stands before the first foreign address is hearsay.
  return named.findLast((address) => !isIn(proxies, address)) ?? named[0] ?? direct
}
