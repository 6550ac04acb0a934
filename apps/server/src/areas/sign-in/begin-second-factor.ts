import { renderSVG } from 'uqr'
import type { Call } from '#call/call.ts'
import { must } from '#model/must.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { findSealedSecret, findSecondFactor, savePendingFactor } from '#store/people/second-factors.ts'
import { listSessions } from '#store/people/sessions.ts'
import { findPasswordHash } from '#store/people/users.ts'
import { hasLdapPassword } from './has-ldap-password.ts'
import { knowsPassword } from './knows-password.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import { base32, drawSecret, inGroups, otpauthUri } from './totp.ts'
import { placeOf } from './use-code.ts'

/** Seconds that a person has for the first code of a new secret. */
const pendingSeconds = 900

/** Seconds after the sign-in in which somebody without a password is believed. */
const freshSeconds = 900

/** Proofs that a call brings. */
interface Given {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** A secret for an authenticator app, in the forms that people and apps take. */
interface BegunFactor {
  readonly secret: string
  readonly uri: string
  readonly picture: string
}

/**
 * Draws the secret of a second factor. It counts once its first code was given; until then a factor that the caller has
 * stays as it is. Throws AUTHENTICATION_FAILED for a wrong password or code.
 */
export async function beginSecondFactor(call: Call, given: Given): Promise<BegunFactor> {
  const { caller, directory, services } = call
  await requireOwner(call, given)
  const { sealed } = services.outside
  const other = await findSealedSecret(services.data.db, directory.organization.id)
  if (other !== undefined && !sealed.isOurs(other))
    throw badRequest(
      'This server has lost the key of the second factors, or its processes have several. Ask whoever runs it to set TAGMA_SECRET_KEY.',
    )
  const secret = drawSecret(services.time.random)
  await call.transact((tx) =>
    savePendingFactor(tx, caller.id, {
      sealed: sealed.seal(secret, placeOf(caller.id)),
      until: tx.now + pendingSeconds,
    }),
  )
  const { name } = directory.organization
  const uri = otpauthUri(secret, { issuer: name, account: caller.deliveryEmail || caller.fullName })
  const svg = renderSVG(uri, { border: 2 })
  return {
    secret: inGroups(base32(secret)),
    uri,
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}

/** Refuses a call of somebody who has found an open browser. */
async function requireOwner(call: Call, { password, code }: Given): Promise<void> {
  const { caller, services, now } = call
  const { db } = services.data
  if (await findSecondFactor(db, caller.id)) {
    await proveSecondFactor(call, caller, code)
    return
  }
  const hasPassword =
    (await hasLdapPassword(services, db, caller.id)) || (await findPasswordHash(db, caller.id)) !== null
  if (hasPassword) {
    const guess = { username: caller.deliveryEmail, password: password ?? '' }
    if (await knowsPassword(call, caller, guess)) return
    throw new Refusal('AUTHENTICATION_FAILED', 'Wrong password!')
  }
  const { id } = must(call.session, 'the endpoint takes sessions only')
  const session = (await listSessions(db, caller.id)).find((one) => one.id === id)
  if (session && session.createdAt > now - freshSeconds) return
  throw badRequest('Your account has no password to prove that it is you: sign out, sign in, and try again.')
}
