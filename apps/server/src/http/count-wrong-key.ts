import type { IncomingMessage } from 'node:http'
import { Refusal } from '#model/refusal.ts'
import { callerAddress } from './caller-address.ts'
import type { RouteParts } from './endpoint-route.ts'
import { addressKey } from './networks.ts'

/**
 * Counts a request with wrong credentials against its address. Right credentials from the same address still work: a
 * forgotten program with an old key locks out nobody. Throws a Refusal when the limit is used up.
 */
export function countWrongKey(
  { limiter, services }: Pick<RouteParts, 'limiter' | 'services'>,
  request: IncomingMessage,
): void {
  if (request.headers.authorization === undefined && !/[?&]api_key=/.test(request.url ?? '')) return
  countWrongSession({ limiter, services }, request)
}

/** The same for a request whose session has ended. */
export function countWrongSession(
  { limiter, services }: Pick<RouteParts, 'limiter' | 'services'>,
  request: IncomingMessage,
): void {
  limiter.count('wrong_key', `address ${addressKey(callerAddress(request, services.config.proxies))}`)
}

/** Tells whether an error means wrong credentials. */
export const isWrongKey = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'INVALID_API_KEY' || error.code === 'UNAUTHORIZED')
