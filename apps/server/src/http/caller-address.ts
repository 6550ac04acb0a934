import type { IncomingMessage } from 'node:http'

const isLoopback = (address: string) =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')

/** The address that a request comes from: behind a proxy on the same machine, the one that the proxy names. */
export function callerAddress(request: IncomingMessage): string {
  const direct = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string' || !isLoopback(direct)) return direct
  const named = forwarded.split(',').flatMap((part) => part.trim() || [])
  // Each proxy adds whom it heard; what stands before the first foreign address is hearsay.
  return named.findLast((address) => !isLoopback(address)) ?? named[0] ?? direct
}
