import type { Answer } from '@tagma/contract/define.ts'
import type { getAccessTokens } from '@tagma/contract/endpoints/sign-in/get-access-tokens.ts'
import type { Call } from '#call/call.ts'
import { botsOf } from '#directory/bots-of.ts'
import { hasEnded } from '#directory/token-book.ts'
import { badRequest } from '#model/refusal.ts'
import { listAccessTokens } from '#store/people/access-tokens.ts'
import { mayEndTokensOf } from './token-rules.ts'

/** Access tokens of an account, or of the caller and their bots; the newest comes first. */
export async function listTokens(
  { caller, directory, db, now, services }: Call,
  userId: number | undefined,
): Promise<Answer<typeof getAccessTokens>['access_tokens']> {
  const account = directory.users.get(userId ?? caller.id)
  if (!account || !mayEndTokensOf(caller, account))
    throw badRequest('There is no such account, or its tokens are not yours to see.')
  const accounts = userId === undefined ? [caller, ...botsOf(directory, caller)] : [account]
  const all = await listAccessTokens(
    db,
    accounts.map(({ id }) => id),
  )
  return all
    .map((token) => ({ ...token, ...services.live.tokens.lastUse(token) }))
    .filter((token) => !hasEnded(token, now, token.usedAt ?? 0))
    .map((token) => ({
      id: token.id,
      user_id: token.userId,
      kind: token.goodUntil !== null ? 'program' : token.isApp ? 'app' : 'token',
      name: token.name,
      scopes: [...token.scopes],
      write_to: token.writeTo && [...token.writeTo],
      hint: token.hint,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      used_at: token.usedAt,
      used_from: token.usedFrom,
    }))
}
