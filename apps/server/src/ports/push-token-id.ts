import { createHash } from 'node:crypto'
import type { PushKind } from './push-sender.ts'

/**
 * Tells whether clients know a token by an id: base64 of the first 8 bytes of the token's SHA-256. Apple's tokens are
 * bytes written as hexadecimal digits; the bytes or the digits may have been hashed.
 */
export function isPushTokenId(id: string, token: string, kind: PushKind): boolean {
  const forms = kind === 'apns' ? [Buffer.from(token, 'hex'), Buffer.from(token)] : [Buffer.from(token)]
  return forms.some(
    (form) => createHash('sha256').update(form).digest().subarray(0, 8).toString('base64') === id,
  )
}
