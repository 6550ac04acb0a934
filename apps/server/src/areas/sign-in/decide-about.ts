import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { must } from '#model/must.ts'
import { findIdentity, hasIdentityOf, type LinkedIdentity } from '#store/people/external-identities.ts'
import { findFactorWays } from '#store/people/second-factors.ts'
import { hasConfirmedEmail } from '#store/people/users.ts'
import type { Db } from '#store/sql/db.ts'
import { decideArrival, type Decision, type Identity } from './identity-rules.ts'

/** Decides about somebody who comes back from a provider, by what the database has now. Changes nothing. */
export async function decideAbout(
  db: Db,
  directory: OrganizationDirectory,
  provider: ProviderConfig,
  identity: Identity,
): Promise<{ readonly linked: LinkedIdentity | undefined; readonly decision: Decision }> {
  const { issuer, subject, email } = identity
  const key = { provider: provider.name, issuer, subject }
  const linked = await findIdentity(db, directory.organization.id, key)
  const account = email === '' ? undefined : directory.userByEmail(email)
  const decision = decideArrival({
    identity,
    linked: linked && must(directory.users.get(linked.userId), 'a linked account exists'),
    account: account && {
      id: account.id,
      isActive: account.isActive,
      isBot: account.botType !== null,
      role: account.role,
      hasOther: await hasIdentityOf(db, account.id, provider.name),
      hasFactor: (await findFactorWays(db, account.id)) !== undefined,
      isConfirmed: await hasConfirmedEmail(db, account.id),
    },
    creates: provider.creates,
    links: provider.links,
    needsInvitation: directory.organization.settings.invite_required,
  })
  return { linked, decision }
}
