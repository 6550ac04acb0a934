import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { addressKey, networkOf } from '#http/networks.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { lastSeenIn } from '#store/people/sign-in-networks.ts'

/** A claim to know a password. */
export interface Guess {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly address: string
  /** Account that is meant, if it exists; the same one for every spelling of its name. */
  readonly user: UserRecord | undefined
  readonly username: string
}

/**
 * Checks a password unless too many were wrong. Three limits count: for the address, for the account from this network,
 * and for the account from all networks where its owner has never signed in. So an attacker elsewhere cannot lock the
 * owner out. For each known network, the last limit counts separately. `check` returns undefined for a wrong password.
 * Throws RATE_LIMIT_HIT.
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
    if (isWrong) services.security.noteRefused('password.wrong', factsOf(guess))
    return found
  } catch (error) {
    if (counted.length === limits.length) throw error
    services.security.noteRefused('password.limited', factsOf(guess))
    throw explained(error, guess, counted.length === 2)
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

function explained(error: unknown, { services, directory }: Guess, isAccount: boolean): unknown {
  if (!(error instanceof Refusal) || error.code !== 'RATE_LIMIT_HIT') return error
  const seconds = Math.ceil(Number(error.fields['retry-after']))
  const reset = `${organizationUrl(services.config, directory.organization)}/accounts/password/reset`
  const instead = isAccount
    ? `, or set a new password by ${reset}, which lets you in from where you open the link`
    : ''
  return new Refusal(
    error.code,
    `Too many wrong passwords: try again in ${seconds} seconds${instead}.`,
    error.fields,
  )
}
