import type { Args } from '@tagma/contract/define.ts'
import type { createAccessToken as endpoint } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { insertSecurityMail, tokenMadeMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { insertAccessToken, listAccessTokens } from '#store/people/access-tokens.ts'
import { knowsPassword } from './knows-password.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import { mayMakeTokensFor, mostTokens, tokenEndProblem, tokenNameProblem } from './token-rules.ts'

/**
 * Makes an access token for the caller or a bot of theirs, and tells the caller by mail. Throws AUTHENTICATION_FAILED for
 * a wrong password or code, because a browser that was left open shall not hand out a key that lasts.
 */
export async function createAccessToken(
  call: Call,
  { name, scopes, password, code, expires_at, user_id }: Args<typeof endpoint>,
): Promise<{ readonly id: number; readonly token: string }> {
  const { caller, directory, services, now } = call
  const trimmed = name.trim()
  const problem =
    tokenNameProblem(trimmed) ?? tokenEndProblem(expires_at, { now, maxDays: services.config.tokenMaxDays })
  if (problem !== undefined) throw badRequest(problem)
  if (!(await knowsPassword(call, caller, { username: caller.deliveryEmail, password })))
    throw new Refusal('AUTHENTICATION_FAILED', 'Wrong password!')
  await proveSecondFactor(call, caller, code)
  const token = accessTokenOf(services.time.random.token(drawnLength))
  const id = await call.transact(async (tx) => {
    const account = directory.users.get(user_id ?? caller.id)
    if (!account?.isActive || !mayMakeTokensFor(directory.users.get(caller.id) ?? caller, account))
      throw badRequest('There is no such bot, or it is not yours.')
    const made = (await listAccessTokens(tx.db, [account.id])).filter(
      ({ isApp, goodUntil }) => !isApp && goodUntil === null,
    )
    if (made.length >= mostTokens)
      throw badRequest(`An account has at most ${mostTokens} access tokens: end one first.`)
    const given = { userId: account.id, name: trimmed, scopes: [...new Set(scopes)] }
    const tokenId = await insertAccessToken(tx, token, { ...given, expiresAt: expires_at ?? null })
    tx.audit(
      'token.created',
      { kind: 'user', id: account.id },
      { token: tokenId, scopes: given.scopes, expires_at: expires_at ?? null },
    )
    const concerned = { config: services.config, organization: directory.organization, user: caller }
    await insertSecurityMail(tx, tokenMadeMail(concerned, trimmed))
    return tokenId
  })
  return { id, token }
}
