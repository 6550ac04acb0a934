import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { addressKey, networkOf } from '#http/networks.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { lastSeenIn } from '#store/people/sign-in-networks.ts'

/** A claim to know a password or a code. */
export interface Guess {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly address: string
  /** Account that is meant, if it exists; the same one for every spelling of its name. */
  readonly user: UserRecord | undefined
  readonly username: string
  /** `code` is one of an app, `recovery` a recovery code; omitted, it is a password. */
  readonly kind?: 'code' | 'recovery'
}

/**
 * Checks a password or a code unless too many were wrong. Three limits count both together: for the address, for the
 * account from this network, and for the account from all networks where its owner has never signed in. So an attacker
 * elsewhere cannot lock the owner out. For each known network, the last limit counts separately. Codes of apps have a
 * fourth. `check` returns undefined for a wrong password or code. Throws RATE_LIMIT_HIT.
 */
export async function limitGuesses<T>(
  guess: Guess,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { services, directory, address, user, username } = guess
  const network = networkOf(address)
  const account = user ? `user ${user.id}` : `name ${directory.organization.id} ${fold(username)}`
  // Looked up for unknown accounts too, so that they take as long.
  const now = Math.floor(services.time.clock.now() / 1000)
  const isKnown = (await lastSeenIn(services.data.db, user?.id ?? 0, network, now)) !== undefined
  const limits = [
    // The address comes first: after too many guesses, it leaves no trace of further names.
    ['password_guess_address', addressKey(address)],
    ['password_guess', `${account} ${network}`],
    ['password_guess_account', isKnown ? `${account} ${network}` : account],
    // Six digits are soon tried out by somebody who knows the password and has time.
    ...(guess.kind === 'code' ? ([['code_guess', account]] as const) : []),
  ] as const
  const counted: (readonly [string, string])[] = []
  let isWrong = false
  try {
    // Counted before the check, so that simultaneous guesses count too.
    for (const [limit, subject] of limits) {
      services.limits.countAgainst(limit, subject)
      counted.push([limit, subject])
    }
    const found = await check()
    isWrong = found === undefined
    if (isWrong) services.security.noteRefused(guess.kind ? 'factor.wrong' : 'password.wrong', factsOf(guess))
    return found
  } catch (error) {
    if (counted.length === limits.length) throw error
    services.security.noteRefused(guess.kind ? 'factor.limited' : 'password.limited', factsOf(guess))
    throw explained(error, guess, limits[counted.length]?.[0])
  } finally {
    if (!isWrong) for (const [limit, subject] of counted) services.limits.giveBack(limit, subject)
  }
}

/** Facts for the log. They leave out the name, because people type passwords into the wrong field. */
const factsOf = ({ directory, address, user }: Guess) => ({
  organization: directory.organization.id,
  actor: null,
  address,
  target: user?.id,
})

/** Equalizes user names that a directory may take for the same: it ignores case, blanks and invisible characters. */
const fold = (username: string) =>
  username
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]|\u{FFFC}/gu, '')

function explained(error: unknown, { services, directory, kind }: Guess, limit: string | undefined): unknown {
  if (!(error instanceof Refusal) || error.code !== 'RATE_LIMIT_HIT') return error
  const seconds = Math.ceil(Number(error.fields['retry-after']))
  const reset = `${organizationUrl(services.config, directory.organization)}/accounts/password/reset`
  if (kind !== undefined) {
    const instead = limit === 'code_guess' ? 'use a recovery code, or try' : 'try'
    return new Refusal(
      error.code,
      `Too many wrong codes: ${instead} again in ${seconds} seconds.`,
      error.fields,
    )
  }
  const instead =
    limit === 'password_guess_account'
      ? `, or set a new password by ${reset}, which lets you in from where you open the link`
      : ''
  return new Refusal(
    error.code,
    `Too many wrong passwords: try again in ${seconds} seconds${instead}.`,
    error.fields,
  )
}
