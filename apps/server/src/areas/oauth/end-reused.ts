import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { endAccessTokens } from '#events/end-access-tokens.ts'
import type { Tx } from '#store/log/tx.ts'
import type { OauthGrant } from '#store/people/oauth-grants.ts'

/** Ends access whose code or refresh token came a second time: nobody can say which of the two is the program. */
export async function endReused(tx: Tx, { userId, tokenId, client }: OauthGrant): Promise<void> {
  if (tokenId === null) return
  tx.audit('token.reused', { kind: 'user', id: userId }, { token: tokenId, program: client.id })
  await endAccessTokens(tx, userId, [tokenId])
}

/** Writes a line of the security log about a code or a refresh token that came a second time. */
export const noteReuse = (
  {
    services,
    directory,
    address,
  }: {
    readonly services: Services
    readonly directory: OrganizationDirectory
    readonly address: string
  },
  { userId, tokenId }: OauthGrant,
): void =>
  services.security.note('token.reused', {
    organization: directory.organization.id,
    actor: userId,
    address,
    target: tokenId ?? undefined,
  })
