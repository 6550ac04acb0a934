import { crc32 } from 'node:zlib'

// The form of access tokens: `tgm_`, 22 letters and digits that nobody can guess, and their check sum in 6 more. They are
// as long as API keys, which clients expect, and no API key has a `_`. Programs that look for leaked secrets know them
// by their beginning and the sum.

const beginning = 'tgm_'
const scimBeginning = 'tgs_'
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const form = /^tg[ms]_[A-Za-z0-9]{28}$/

/** Number of letters and digits in a token that are drawn: 131 bits. */
export const drawnLength = 22

/** Makes an access token of letters and digits that were drawn. */
export const accessTokenOf = (drawn: string): string => `${beginning}${drawn}${sumOf(`${beginning}${drawn}`)}`

/** Tells whether a text claims to be an access token. */
export const isTokenShaped = (text: string): boolean => text.startsWith(beginning)

/** Tells whether a text has the form of an access token with the right check sum: no letter was lost or mistyped. */
export const isWholeToken = (text: string): boolean => isTokenShaped(text) && isWhole(text)

/** Makes the secret of a SCIM client; it has the form of access tokens but for its beginning. */
export const scimSecretOf = (drawn: string): string =>
  `${scimBeginning}${drawn}${sumOf(`${scimBeginning}${drawn}`)}`

/** Tells whether a text has the form of a SCIM client's secret with the right check sum. */
export const isWholeScimSecret = (text: string): boolean => text.startsWith(scimBeginning) && isWhole(text)

const isWhole = (text: string) => form.test(text) && sumOf(text.slice(0, -6)) === text.slice(-6)

function sumOf(text: string): string {
  let rest = crc32(text)
  let sum = ''
  for (let place = 0; place < 6; place++) {
    sum = (digits[rest % digits.length] ?? '') + sum
    rest = Math.floor(rest / digits.length)
  }
  return sum
}
