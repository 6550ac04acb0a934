import { createHash, createHmac } from 'node:crypto'
import type { Random } from '#ports/random.ts'

/** Seconds for which a code is shown. */
export const stepSeconds = 30

const secretBytes = 20
const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** The code of a half minute, by RFC 6238 with SHA-1 and six digits: what every authenticator app computes. */
export function codeOf(secret: Uint8Array, step: number): string {
  const count = Buffer.alloc(8)
  count.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(count).digest()
  const at = (mac[mac.length - 1] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/**
 * Finds the half minute that a code belongs to: the present one, the one before or the one after, because clocks differ.
 * Halves up to `lastStep` are spent. `now` is UNIX seconds.
 */
export function stepOf(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number },
): number | undefined {
  const present = Math.floor(now / stepSeconds)
  return [present, present - 1, present + 1].find((step) => step > lastStep && codeOf(secret, step) === code)
}

/** Draws a secret of 160 bits, as long as the hash. */
export const drawSecret = (random: Random): Buffer =>
  createHash('sha256').update(random.token(43)).digest().subarray(0, secretBytes)

/** Draws a recovery code: 16 letters and digits, 80 bits, so that a quick hash of it cannot be searched. */
export const drawRecoveryCode = (random: Random): string =>
  base32(createHash('sha256').update(random.token(43)).digest().subarray(0, 10))

/** The form in which secrets are typed into apps, in small letters. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('')
}

/** Splits a secret or a recovery code into groups of four, for people who type it. */
export const inGroups = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1-')

/** A code as it was typed: with blanks and hyphens, in capitals, with digits that look like letters. */
export const plainCode = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Tells whether a code is one of an app; otherwise it may be a recovery code. */
export const isTimed = (code: string): boolean => /^\d{6}$/.test(code)

/** The letters of a recovery code for what was typed in their place. */
export const asRecoveryCode = (code: string): string =>
  code.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('8', 'b')

/** The address that an authenticator app reads from the picture. */
export function otpauthUri(
  secret: Uint8Array,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string {
  // A colon parts the two names.
  const name = issuer.replaceAll(':', ' ')
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret).toUpperCase()}&issuer=${encodeURIComponent(name)}`
}
