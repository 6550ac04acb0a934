import * as z from 'zod'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { deleteUnusedOauthClients, saveOauthClient } from '#store/people/oauth-clients.ts'
import { statedName, redirectUrisProblem } from './client-rules.ts'
import { unusedClients } from './forget-oauth-clients-job.ts'
import { answerProgram, oauthJson, OauthError, readProgramJson } from './oauth-answer.ts'

/** Letters of a client's id: nobody else guesses it, though it is no secret. */
const idLength = 22

/** The part of a registration that counts; the rest is the server's to decide (RFC 7591). */
const registration = z.object({ redirect_uris: z.array(z.string()), client_name: z.unknown().optional() })

/** Registers a program. It gets no secret: a program on a person's computer could not keep one. */
async function register(context: PageContext): Promise<PageReply> {
  const { services, address, now } = context
  if (!services.config.takesOauthClients)
    throw new OauthError(
      'invalid_client_metadata',
      'This server takes no registrations: use the address of a client id metadata document as client_id.',
      403,
    )
  const { organization } = await context.directory()
  const read = registration.safeParse(await readProgramJson(context))
  if (!read.success) throw new OauthError('invalid_client_metadata', z.prettifyError(read.error))
  const redirectUris = [...new Set(read.data.redirect_uris)]
  const problem = redirectUrisProblem(redirectUris)
  if (problem !== undefined) throw new OauthError('invalid_redirect_uri', problem)
  const clientId = services.time.random.token(idLength)
  const name = statedName(read.data.client_name) ?? 'A program without a name'
  await services.data.transact(
    organization.id,
    async (tx) => {
      await deleteUnusedOauthClients(tx, unusedClients(tx.now))
      await saveOauthClient(tx, { clientId, name, redirectUris, isDocument: false, freshUntil: 0 })
    },
    { by: byStranger(address) },
  )
  services.security.note('agent.registered', { organization: organization.id, actor: null, address })
  return oauthJson(201, {
    client_id: clientId,
    client_id_issued_at: now,
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
}

export const registerClientPage: Page = {
  method: 'POST',
  path: '/oauth/register',
  readsBody: true,
  answer: answerProgram('oauth_register', register),
}
