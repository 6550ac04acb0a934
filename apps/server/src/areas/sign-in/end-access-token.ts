import type { Call } from '#call/call.ts'
import { endAccessTokens } from '#events/end-access-tokens.ts'
import { badRequest } from '#model/refusal.ts'
import { findAccessTokenById } from '#store/people/access-tokens.ts'
import { mayEndTokensOf } from './token-rules.ts'

/** Ends an access token. Throws BAD_REQUEST for one that the caller may not end. */
export async function endAccessToken({ caller, directory, transact }: Call, id: number): Promise<void> {
  await transact(async (tx) => {
    const token = await findAccessTokenById(tx, id)
    const account = token && directory.users.get(token.userId)
    if (!account || !mayEndTokensOf(directory.users.get(caller.id) ?? caller, account))
      throw badRequest('There is no such access token: it may have ended already.')
    await endAccessTokens(tx, account.id, [id])
  })
}
