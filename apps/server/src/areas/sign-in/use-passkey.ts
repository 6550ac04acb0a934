import { insertSecurityMail, passkeyCopiedMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { findPasskey, notePasskeyUse } from '#store/people/passkeys.ts'
import { placeOfUrl } from './passkey-place.ts'
import { isCopied } from './passkey-rules.ts'

/**
 * Looks at a browser's answer that is to prove a passkey, for a challenge that the caller has drawn and uses up. Returns
 * its person; undefined if anything is wrong. `user` is the only one whose passkeys count, if it is given.
 */
export async function usePasskey(
  { services, directory, address }: Pick<Call, 'services' | 'directory' | 'address'>,
  {
    answer,
    challenge,
    user,
  }: {
    readonly answer: unknown
    readonly challenge: string
    readonly user?: UserRecord | undefined
  },
): Promise<UserRecord | undefined> {
  const { organization } = directory
  const told = toldBy(answer)
  if (!told) return undefined
  const passkey = await findPasskey(services.data.db, organization.id, told.id)
  const owner = passkey && directory.users.get(passkey.userId)
  if (!passkey || !owner?.isActive || (user && user.id !== owner.id)) return undefined
  if (told.userHandle !== undefined && told.userHandle !== passkey.userHandle) return undefined
  const place = placeOfUrl(organizationUrl(services.config, organization))
  const use = await services.outside.passkeys.readUse(place, challenge, { answer, passkey })
  return services.data.transact(
    organization.id,
    async (tx) => {
      // It may have been used or removed since it was read.
      const kept = await findPasskey(tx.db, organization.id, told.id)
      if (!kept) return undefined
      const copied = use !== undefined && isCopied(kept.counter, use.counter)
      if (!use || copied) {
        tx.audit(
          'factor.refused',
          { kind: 'user', id: owner.id },
          { by: copied ? 'copied passkey' : 'passkey' },
        )
        const concerned = { config: services.config, organization, user: owner }
        if (copied) await insertSecurityMail(tx, passkeyCopiedMail(concerned, kept.name))
        return undefined
      }
      await notePasskeyUse(tx, kept.id, use)
      return owner
    },
    { by: byAccount(owner, address) },
  )
}

/** Reads the names that an answer gives itself; undefined for something else. */
function toldBy(
  answer: unknown,
): { readonly id: string; readonly userHandle: string | undefined } | undefined {
  const { id, response } = (answer ?? {}) as { id?: unknown; response?: { userHandle?: unknown } }
  if (typeof id !== 'string' || typeof response !== 'object' || response === null) return undefined
  const { userHandle } = response
  return { id, userHandle: typeof userHandle === 'string' && userHandle !== '' ? userHandle : undefined }
}
