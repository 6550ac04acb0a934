import type { Page, PageContext, PageReply } from '#http/page.ts'
import { exchangeCode } from './exchange-code.ts'
import { isOwnResource } from './metadata-present.ts'
import { answerProgram, oauthJson, OauthError, readProgramForm, requireField } from './oauth-answer.ts'
import { refreshAccess } from './refresh-access.ts'
import { presentTokens } from './token-present.ts'

/** Gives a program tokens, for a code or a refresh token. */
async function giveTokens(context: PageContext): Promise<PageReply> {
  const { services, address } = context
  const directory = await context.directory()
  const { organization } = directory
  const fields = await readProgramForm(context)
  const kind = requireField(fields, 'grant_type')
  const resource = fields.get('resource')
  if (resource !== undefined && !isOwnResource({ config: services.config, organization }, resource))
    throw new OauthError('invalid_target', 'resource is the address of another server.')
  if (context.header('authorization') !== undefined || fields.has('client_secret'))
    throw new OauthError('invalid_client', 'Programs have no secret here: send client_id alone.', 401)
  if (organization.deactivatedAt !== null)
    throw new OauthError('invalid_grant', 'This organization is closed.')
  const request = { services, directory, address, clientId: requireField(fields, 'client_id') }
  if (kind === 'authorization_code') {
    const code = requireField(fields, 'code')
    const verifier = requireField(fields, 'code_verifier')
    const redirectUri = fields.get('redirect_uri')
    return oauthJson(200, presentTokens(await exchangeCode(request, { code, verifier, redirectUri })))
  }
  if (kind !== 'refresh_token')
    throw new OauthError(
      'unsupported_grant_type',
      'grant_type has to be authorization_code or refresh_token.',
    )
  const refreshToken = requireField(fields, 'refresh_token')
  return oauthJson(
    200,
    presentTokens(await refreshAccess(request, { refreshToken, scope: fields.get('scope') })),
  )
}

export const tokenPage: Page = {
  method: 'POST',
  path: '/oauth/token',
  readsBody: true,
  answer: answerProgram('oauth', giveTokens),
}
