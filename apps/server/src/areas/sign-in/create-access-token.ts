import type { Args } from '@tagma/contract/define.ts'
import type { createAccessToken as endpoint } from '@tagma/contract/endpoints/sign-in/create-access-token.ts'
import { can } from '@tagma/rules/can.ts'
import { insertSecurityMail, tokenMadeMail } from '#areas/accounts/security-mails.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import type { Call } from '#call/call.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { accessTokenOf, drawnLength } from '#http/credentials/access-token-form.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertAccessToken, listAccessTokens } from '#store/people/access-tokens.ts'
import { hasStep } from './has-step.ts'
import { requireProof } from './require-proof.ts'
import { mayMakeTokensFor, mostTokens, tokenEndProblem, tokenNameProblem } from './token-rules.ts'

/**
 * Makes an access token for the caller or a bot of theirs, and tells the caller by mail. Takes a proof that it
 * is the caller (`requireProof`), because a browser that was left open shall not hand out a key that lasts.
 */
export async function createAccessToken(
  call: Call,
  { name, scopes, password, code, expires_at, user_id, write_to }: Args<typeof endpoint>,
): Promise<{ readonly id: number; readonly token: string }> {
  const { caller, directory, services, now } = call
  const trimmed = name.trim()
  const problem =
    tokenNameProblem(trimmed) ?? tokenEndProblem(expires_at, { now, maxDays: services.config.tokenMaxDays })
  if (problem !== undefined) throw badRequest(problem)
  await requireProof(call, { password, code })
  const token = accessTokenOf(services.time.random.token(drawnLength))
  const id = await call.transact(async (tx) => {
    const maker = directory.users.get(caller.id) ?? caller
    if (!can(directory, maker, 'can_create_access_tokens_group'))
      throw badRequest('You may not make access tokens here. Administrators decide who may.')
    const account = directory.users.get(user_id ?? caller.id)
    if (!account?.isActive || !mayMakeTokensFor(maker, account))
      throw badRequest('There is no such bot, or it is not yours.')
    if (write_to) await requireAgents(tx, directory, account, write_to)
    const made = (await listAccessTokens(tx.db, [account.id])).filter(
      ({ isApp, goodUntil }) => !isApp && goodUntil === null,
    )
    if (made.length >= mostTokens)
      throw badRequest(`An account has at most ${mostTokens} access tokens: end one first.`)
    const given = { userId: account.id, name: trimmed, scopes: [...new Set(scopes)] }
    const writeTo = write_to ? [...new Set(write_to)] : null
    const tokenId = await insertAccessToken(tx, token, {
      ...given,
      ...{ expiresAt: expires_at ?? null, writeTo, hasStep: await hasStep(call, tx.db) },
    })
    tx.audit(
      'token.created',
      { kind: 'user', id: account.id },
      { token: tokenId, scopes: given.scopes, expires_at: expires_at ?? null, write_to: writeTo },
    )
    const concerned = { config: services.config, organization: directory.organization, user: caller }
    await insertSecurityMail(tx, tokenMadeMail(concerned, trimmed))
    return tokenId
  })
  return { id, token }
}

/**
 * Refuses a token for agents where the account may not use them, and channels where it could not write by it. Channels
 * that the account cannot see are refused as if they did not exist.
 */
async function requireAgents(
  tx: Tx,
  directory: OrganizationDirectory,
  account: UserRecord,
  ids: readonly number[],
): Promise<void> {
  if (!can(directory, account, 'can_use_agents_group'))
    throw badRequest('This account may not use agents here. Administrators decide who may.')
  for (const id of ids) {
    const channel = await findChannel(tx, directory, account, id)
    if (!channel) throw badRequest(`There is no channel ${id}.`)
    if (channel.isHiddenFromAgents)
      throw badRequest(`Agents do not see #${channel.name}: its settings hide it from them.`)
  }
}
