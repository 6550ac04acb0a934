import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { spendId } from '#store/people/spent-ids.ts'

/**
 * Finds the account that a JSON Web Token names. Throws BAD_REQUEST where none are taken, AUTHENTICATION_FAILED for a token
 * that is not in order, was used before or names nobody.
 */
export async function signInByToken(
  { services, directory, address }: Pick<Call, 'services' | 'directory' | 'address'>,
  token: string,
): Promise<UserRecord> {
  const { outside, data, security } = services
  const { id: organizationId } = directory.organization
  if (!outside.signedTokens) throw badRequest('JWT authentication is not enabled for this organization')
  const person = await outside.signedTokens.read(token)
  const { id } = person ?? {}
  const isNew =
    person !== undefined &&
    (id === undefined ||
      (await data.transact(organizationId, (tx) => spendId(tx, `jwt ${id}`, Math.ceil(person.endsAt)))))
  const user = isNew ? directory.userByEmail(person.email) : undefined
  if (!user || user.botType !== null) {
    security.noteRefused('identity.refused', {
      organization: organizationId,
      actor: null,
      address,
      target: 'jwt',
    })
    throw new Refusal(
      'AUTHENTICATION_FAILED',
      'The token is not in order, was used before, or names nobody here.',
    )
  }
  if (!user.isActive) throw new Refusal('USER_DEACTIVATED', 'Account is deactivated')
  return user
}
