import { createHmac } from 'node:crypto'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'

// The form of refresh tokens: `tgr_`, 22 letters and digits that all tokens of one access have in common, and 22 of their own.
// So a token that was replaced long ago still tells whose it is.

const partLength = 22
const form = /^(tgr_[A-Za-z0-9]{22})[A-Za-z0-9]{22}$/

/** Makes the part that all refresh tokens of an access have in common, of 22 letters and digits that were drawn. */
export const familyOf = (drawn: string): string => `tgr_${drawn}`

/** Returns the part that a refresh token has in common with all of its access; undefined for anything else. */
export const familyIn = (token: string): string | undefined => form.exec(token)?.[1]

export const refreshTokenOf = (family: string, drawn: string): string => family + drawn

/**
 * The tokens that follow a refresh token. They come from that token and the salt of the rotation, so that the same request,
 * sent again because its answer was lost, has the same answer, and no table holds a token.
 */
export function tokensAfter(refreshToken: string, salt: string): { access: string; refresh: string } {
  const family = familyIn(refreshToken) ?? ''
  return {
    access: accessTokenOf(lettersOf(refreshToken, `access ${salt}`, drawnLength)),
    refresh: refreshTokenOf(family, lettersOf(refreshToken, `refresh ${salt}`, partLength)),
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function lettersOf(key: string, text: string, length: number): string {
  let letters = ''
  for (let round = 0; letters.length < length; round++) {
    for (const byte of createHmac('sha512', key).update(`${round} ${text}`).digest()) {
      // 248 = 4 * 62: the bytes above would favor the first letters.
      if (byte < 248 && letters.length < length) letters += alphabet[byte % alphabet.length]
    }
  }
  return letters
}
