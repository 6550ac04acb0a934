import type { Scope } from '@tagma/contract/scopes.ts'
import { byStranger } from '#model/audit.ts'
import { must } from '#model/must.ts'
import type { Tx } from '#store/log/tx.ts'
import { findAccessTokenById, replaceAccessToken } from '#store/people/access-tokens.ts'
import { findOauthGrant, type OauthGrant, rotateOauthGrant } from '#store/people/oauth-grants.ts'
import { tokenHash } from '#store/sql/token-hash.ts'
import { endReused, noteReuse } from './end-reused.ts'
import type { TokenRequest } from './exchange-code.ts'
import { OauthError } from './oauth-answer.ts'
import { familyIn, tokensAfter } from './refresh-token-form.ts'
import { accessSeconds, endOf, type GivenTokens } from './token-present.ts'

/**
 * Seconds in which a replaced refresh token has the same answer again. Answers get lost, and programs that call twice at the
 * same time refresh twice.
 */
const leeway = 10

const saltLength = 22

interface Refresh {
  readonly refreshToken: string
  /** Fewer scopes than before, where the program names them. */
  readonly scope: string | undefined
}

const notGood = () =>
  new OauthError('invalid_grant', 'The refresh token has ended, or never was: ask your person again.')

/** Gives a program new tokens for its refresh token. One that was replaced before ends the access of the program. */
export async function refreshAccess(request: TokenRequest, asked: Refresh): Promise<GivenTokens> {
  const { services, directory, address } = request
  const family = familyIn(asked.refreshToken)
  if (family === undefined) throw notGood()
  const salt = services.time.random.token(saltLength)
  const end = await services.data.transact(
    directory.organization.id,
    async (tx): Promise<GivenTokens | OauthError | { readonly reused: OauthGrant }> => {
      const grant = await findOauthGrant(tx, { family })
      if (!grant || grant.client.clientId !== request.clientId) return notGood()
      if (!directory.users.get(grant.userId)?.isActive) return notGood()
      const hash = tokenHash(asked.refreshToken)
      if (hash === grant.refreshHash) return rotate(tx, request, { grant, asked, salt })
      const isAgain = hash === grant.formerHash && tx.now < (grant.rotatedAt ?? 0) + leeway
      if (isAgain) return sameAgain(tx, grant, asked)
      await endReused(tx, grant)
      return { reused: grant }
    },
    { by: byStranger(address) },
  )
  if (end instanceof OauthError) throw end
  if (!('reused' in end)) return end
  noteReuse(request, end.reused)
  throw notGood()
}

async function rotate(
  tx: Tx,
  { services: { config } }: TokenRequest,
  { grant, asked, salt }: { readonly grant: OauthGrant; readonly asked: Refresh; readonly salt: string },
): Promise<GivenTokens | OauthError> {
  const scopes = fewerScopes(grant.scopes, asked.scope)
  if (!scopes) return new OauthError('invalid_scope', 'scope names more than the person has agreed to.')
  const expiresAt = endOf({ createdAt: grant.createdAt, now: tx.now }, config.tokenMaxDays)
  const token = await findAccessTokenById(tx, must(grant.tokenId, 'a refresh token came before its access'))
  if (!token || (token.expiresAt !== null && token.expiresAt <= tx.now)) return notGood()
  const { access, refresh } = tokensAfter(asked.refreshToken, salt)
  const goodUntil = tx.now + accessSeconds
  await replaceAccessToken(tx, token, access, { name: grant.client.name, scopes, expiresAt, goodUntil })
  await rotateOauthGrant(tx, grant, { refreshToken: refresh, salt })
  return { accessToken: access, refreshToken: refresh, expiresIn: accessSeconds, scopes }
}

/** The answer that the program has had before. */
async function sameAgain(
  tx: Tx,
  grant: OauthGrant,
  { refreshToken }: Refresh,
): Promise<GivenTokens | OauthError> {
  const token = await findAccessTokenById(tx, must(grant.tokenId, 'a refresh token came before its access'))
  if (!token) return notGood()
  const { access, refresh } = tokensAfter(refreshToken, must(grant.rotationSalt, 'nothing was rotated'))
  const expiresIn = (token.goodUntil ?? 0) - tx.now
  return { accessToken: access, refreshToken: refresh, expiresIn, scopes: token.scopes }
}

/** The scopes that a program names, if the person has agreed to all of them. */
function fewerScopes(granted: readonly Scope[], asked: string | undefined): readonly Scope[] | undefined {
  if (asked === undefined) return granted
  const names = asked.split(' ').filter((name) => name !== '')
  if (names.some((name) => !granted.some((scope) => scope === name))) return undefined
  return granted.filter((scope) => names.includes(scope))
}
