import type { Scope } from '@tagma/contract/scopes.ts'

/** Seconds for which a code is good. */
export const codeSeconds = 60

/** Seconds for which an access token is good before it is refreshed. */
export const accessSeconds = 3600

/** Seconds without a refresh after which access ends, and after which it ends in any case. */
const idleSeconds = 30 * 86_400
const longestSeconds = 365 * 86_400

/** The longest time for which a program is let in, and the time without use after which it ends, in days. */
export const lastingDays = (tokenMaxDays: number | undefined) => {
  const longest = Math.min(longestSeconds / 86_400, tokenMaxDays ?? Number.POSITIVE_INFINITY)
  return { longest, unused: Math.min(longest, idleSeconds / 86_400) }
}

/** The time at which access ends unless it is refreshed before. `tokenMaxDays` is the server's limit. UNIX seconds. */
export const endOf = (
  { createdAt, now }: { readonly createdAt: number; readonly now: number },
  tokenMaxDays: number | undefined,
): number =>
  Math.min(
    now + idleSeconds,
    createdAt + Math.min(longestSeconds, (tokenMaxDays ?? Number.POSITIVE_INFINITY) * 86_400),
  )

/** Tokens as a program gets them. */
export interface GivenTokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Seconds. */
  readonly expiresIn: number
  readonly scopes: readonly Scope[]
}

export const presentTokens = ({ accessToken, refreshToken, expiresIn, scopes }: GivenTokens): object => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
})
