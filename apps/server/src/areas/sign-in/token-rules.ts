import { isAdministrator, outranks } from '@tagma/rules/roles.ts'
import { mayAdminister } from '#areas/bots/rules.ts'
import type { UserRecord } from '#model/records.ts'

/** Access tokens of one account. */
export const mostTokens = 100

const longestName = 60

/** Tells whether a user may make access tokens for an account: their own, or a bot that they administer. */
export const mayMakeTokensFor = (user: UserRecord, account: UserRecord): boolean =>
  account.id === user.id || (account.botType !== null && mayAdminister(user, account))

/** Tells whether a user may see and end the access tokens of an account. Administrators may unless it outranks them. */
export const mayEndTokensOf = (user: UserRecord, account: UserRecord): boolean =>
  mayMakeTokensFor(user, account) || (isAdministrator(user) && !outranks(account, user))

/** Returns what is wrong with the name of an access token, or undefined. */
export function tokenNameProblem(name: string): string | undefined {
  if (name === '') return 'Give the token a name, so that you know later what it is for.'
  if ([...name].length > longestName) return `A token’s name has at most ${longestName} characters.`
  return /\p{Cc}/u.test(name) ? 'A token’s name has no line breaks or control characters.' : undefined
}

/** Returns what is wrong with the end of an access token, or undefined. Times are UNIX seconds; `maxDays` is the server's limit. */
export function tokenEndProblem(
  expiresAt: number | undefined,
  { now, maxDays }: { readonly now: number; readonly maxDays: number | undefined },
): string | undefined {
  if (expiresAt !== undefined && expiresAt <= now) return 'The end of the token is in the past.'
  const isTooLong =
    maxDays !== undefined && (expiresAt === undefined || expiresAt > now + maxDays * 24 * 3600)
  return isTooLong ? `Tokens of this server end after at most ${maxDays} days: send expires_at.` : undefined
}
