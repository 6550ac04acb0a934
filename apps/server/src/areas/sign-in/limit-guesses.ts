import { guessesMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { addressKey, networkOf } from '#http/networks.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { findKnownDevice } from '#store/people/known-devices.ts'
import { lastSeenIn } from '#store/people/sign-in-networks.ts'
import type { Device } from './device-cookie.ts'

/** A claim to know a password or a code. */
export interface Guess {
  readonly services: Services
  readonly directory: OrganizationDirectory
  readonly address: string
  /** Account that is meant, if it exists; the same one for every spelling of its name. */
  readonly user: UserRecord | undefined
  readonly username: string
  /** Device of the request, where it can show that it is one of the account's. */
  readonly device?: Device | undefined
  /** `code` is one of an app, `recovery` a recovery code; omitted, it is a password. */
  readonly kind?: 'code' | 'recovery'
}

/**
 * Checks a password or a code unless too many were wrong. Three limits count both together: for the address, for the
 * account from this network, and for the account from all networks where its owner has never signed in. So an attacker
 * elsewhere cannot lock the owner out. For each known network, the last limit counts separately. A browser in which the
 * owner has signed in before counts by itself: guesses from its own network cannot lock it out either. Codes of apps have
 * a fourth. The owner is told by mail, once a day, that somebody goes on guessing. `check` returns undefined for a wrong password or code. Throws RATE_LIMIT_HIT.
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
  const isOwn = await isOwnDevice(guess, now)
  const elsewhere = [
    // The address comes first: after too many guesses, it leaves no trace of further names.
    ['password_guess_address', addressKey(address)],
    ['password_guess', `${account} ${network}`],
    ['password_guess_account', isKnown ? `${account} ${network}` : account],
  ] as const
  const limits = [
    ...(isOwn ? ([['password_guess', `${account} device ${guess.device?.hash}`]] as const) : elsewhere),
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
    const limit = limits[counted.length]?.[0]
    if (limit === 'password_guess_account') await tellOfGuesses(guess)
    throw explained(error, guess, limit)
  } finally {
    if (!isWrong) for (const [limit, subject] of counted) services.limits.giveBack(limit, subject)
  }
}

/** Tells whether a guess comes from a browser in which the owner of the account has signed in before. */
async function isOwnDevice({ services, user, device }: Guess, now: number): Promise<boolean> {
  if (!device?.isProved) return false
  const wanted = { userId: user?.id ?? 0, deviceHash: device.hash, now }
  return (await findKnownDevice(services.data.db, wanted)) !== undefined
}

/** Tells the owner of an account, at most once a day, that somebody tries out passwords. */
async function tellOfGuesses({ services, directory, user, address }: Guess): Promise<void> {
  if (!user?.isActive || user.botType !== null) return
  try {
    services.limits.countAgainst('guess_mail', `user ${user.id}`)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'RATE_LIMIT_HIT') return
    throw error
  }
  const { organization } = directory
  const concerned = { config: services.config, organization, user }
  await services.data.transact(organization.id, (tx) =>
    insertSecurityMail(tx, guessesMail(concerned, address)),
  )
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
  const sentence =
    kind !== undefined
      ? limit === 'code_guess'
        ? `Too many wrong codes: use a recovery code, or try again in ${seconds} seconds.`
        : `Too many wrong codes: try again in ${seconds} seconds.`
      : limit === 'password_guess_account'
        ? `Too many wrong passwords: try again in ${seconds} seconds, use a passkey, your app or a service to sign in with, or set a new password by ${reset}, which lets you in from where you open the link.`
        : `Too many wrong passwords: try again in ${seconds} seconds.`
  return new Refusal(error.code, sentence, error.fields)
}
