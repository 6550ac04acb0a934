import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RawBody } from '@tagma/contract/define.ts'
import type { Signature } from '@tagma/integrations/signature.ts'

/** Seconds that a signature may be old, or ahead of this server's clock. */
const tolerance = 300

/**
 * Returns why a request is not known to come from the service, or undefined. `now` in UNIX seconds; `origin` is the
 * organization's address, as services call it.
 */
export function signatureProblem(
  signature: Signature,
  secret: string,
  { bytes, headers, address }: Pick<RawBody, 'bytes' | 'headers' | 'address'>,
  { now, origin }: { readonly now: number; readonly origin: string },
): string | undefined {
  const header = (name: string) => headers[name]
  const given = signature.headers.flatMap((name) => headers[name] ?? [])[0]
  if (given === undefined) return `The header ${signature.headers[0] ?? ''} with the signature is missing.`
  if (signature.algorithm === 'plain')
    return isSame(given, secret) ? undefined : 'The secret of the request is wrong.'
  const before = signature.before?.(header) ?? (signature.before ? undefined : '')
  const signedAt = signature.signedAt?.(header)
  if (before === undefined || Number.isNaN(signedAt)) return 'The signature has no time.'
  if (signedAt !== undefined && Math.abs(now - signedAt) > tolerance)
    return 'The signature is older than five minutes, or the clocks differ.'
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const right = createHmac(signature.algorithm, key)
    .update(before)
    .update(bytes)
    .update(signature.coversAddress ? origin + address : '')
    .digest(signature.encoding ?? 'hex')
  const all = signature.find?.(given) ?? [given]
  return all.some((one) => isSame(one, right)) ? undefined : 'The signature is wrong.'
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
