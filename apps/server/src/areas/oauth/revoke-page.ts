import { endAccessTokens } from '#events/end-access-tokens.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import type { Tx } from '#store/log/tx.ts'
import { findAccessToken } from '#store/people/access-tokens.ts'
import { findOauthGrant, type OauthGrant } from '#store/people/oauth-grants.ts'
import { answerProgram, oauthJson, OauthError, readProgramForm, requireField } from './oauth-answer.ts'
import { familyIn } from './refresh-token-form.ts'

/**
 * Ends the access to which a token belongs (RFC 7009). A token that has ended, or never was, has the same answer. An access
 * token that a person made stays: it is not a program's to end.
 */
async function revoke(context: PageContext): Promise<PageReply> {
  const { services, address } = context
  const { organization } = await context.directory()
  const fields = await readProgramForm(context)
  const token = requireField(fields, 'token')
  const clientId = fields.get('client_id')
  const isOfOther = await services.data.transact(
    organization.id,
    async (tx) => {
      const grant = await grantOf(tx, token)
      if (!grant || grant.tokenId === null) return false
      if (clientId !== undefined && clientId !== grant.client.clientId) return true
      await endAccessTokens(tx, grant.userId, [grant.tokenId])
      return false
    },
    { by: byStranger(address) },
  )
  if (isOfOther) throw new OauthError('invalid_grant', 'The token belongs to another program.')
  return oauthJson(200, {})
}

async function grantOf(tx: Tx, token: string): Promise<OauthGrant | undefined> {
  const family = familyIn(token)
  if (family !== undefined) return findOauthGrant(tx, { family })
  const found = await findAccessToken(tx.db, tx.organizationId, token)
  return found && findOauthGrant(tx, { tokenId: found.id })
}

export const revokePage: Page = {
  method: 'POST',
  path: '/oauth/revoke',
  readsBody: true,
  answer: answerProgram('oauth', revoke),
}
