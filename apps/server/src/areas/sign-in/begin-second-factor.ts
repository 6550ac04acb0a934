import { renderSVG } from 'uqr'
import type { Call } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { findSealedSecret, savePendingFactor } from '#store/people/second-factors.ts'
import { type GivenProof, requireProof } from './require-proof.ts'
import { base32, drawSecret, inGroups, otpauthUri } from './totp.ts'
import { placeOf } from './use-code.ts'

/** Seconds that a person has for the first code of a new secret. */
const pendingSeconds = 900

/** A secret for an authenticator app, in the forms that people and apps take. */
interface BegunFactor {
  readonly secret: string
  readonly uri: string
  readonly picture: string
}

/**
 * Draws the secret of a second factor. It counts once its first code was given; until then a factor that the caller has
 * stays as it is. Takes a proof that it is the caller.
 */
export async function beginSecondFactor(call: Call, given: GivenProof): Promise<BegunFactor> {
  const { caller, directory, services } = call
  await requireProof(call, given)
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
