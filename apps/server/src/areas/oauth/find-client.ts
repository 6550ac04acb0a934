import * as z from 'zod'
import type { Services } from '#call/services.ts'
import { OutgoingFailure } from '#ports/outgoing-http.ts'
import { findOauthClient, type OauthClient, saveOauthClient } from '#store/people/oauth-clients.ts'
import { statedName, isDocumentAddress, redirectUrisProblem } from './client-rules.ts'

/** Seconds that a document is kept at least and at most, and where its server says nothing. */
const keptSeconds = { least: 300, most: 86_400, usual: 3600 }

/** A program that cannot be let in, with a sentence for the person. */
export class ClientProblem extends Error {}

/** The document about a program (draft-ietf-oauth-client-id-metadata-document). */
const document = z.object({
  client_id: z.string(),
  client_name: z.unknown().optional(),
  redirect_uris: z.array(z.string()),
})

interface Asking {
  readonly organizationId: number
  readonly clientId: string
  /** The account whose browser asks. */
  readonly userId: number
}

/**
 * Returns the program that asks for access: one that registered itself, or one that a document at its address describes.
 * Throws a ClientProblem for an unknown one. Call it only for somebody who is signed in, because it calls other servers.
 */
export async function findClient(services: Services, asking: Asking): Promise<OauthClient> {
  const { organizationId, clientId } = asking
  const known = await findOauthClient(services.data.db, organizationId, clientId)
  const now = Math.floor(services.time.clock.now() / 1000)
  if (known && (!known.isDocument || known.freshUntil > now)) return known
  if (!isDocumentAddress(clientId))
    throw new ClientProblem(
      'This server does not know the program, or has forgotten it after 30 days. Remove the connection there, and add it again.',
    )
  services.limits.countAgainst('oauth_document', `user ${asking.userId}`)
  const fetched = await fetchDocument(services, clientId)
  const { name, redirectUris, maxAge = keptSeconds.usual } = fetched
  const freshUntil = now + Math.min(Math.max(maxAge, keptSeconds.least), keptSeconds.most)
  return services.data.transact(organizationId, (tx) =>
    saveOauthClient(tx, { clientId, name, redirectUris, isDocument: true, freshUntil }),
  )
}

async function fetchDocument({ outside }: Pick<Services, 'outside'>, clientId: string) {
  const host = new URL(clientId).host
  try {
    const { status, text, contentType, maxAge } = await outside.outgoing.document(clientId)
    if (status !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType))
      throw new ClientProblem(`${host} has no document about the program at that address.`)
    const { client_id, client_name, redirect_uris } = document.parse(JSON.parse(text))
    if (client_id !== clientId)
      throw new ClientProblem(`The document at ${host} is about another program: its client_id differs.`)
    const problem = redirectUrisProblem(redirect_uris)
    if (problem !== undefined) throw new ClientProblem(`The document at ${host} cannot be used. ${problem}`)
    return { name: statedName(client_name) ?? host, redirectUris: redirect_uris, maxAge }
  } catch (error) {
    if (error instanceof OutgoingFailure)
      throw new ClientProblem(
        `The document about the program at ${host} could not be fetched. ${error.message}`,
      )
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new ClientProblem(`The document at ${host} is not one about a program.`)
    throw error
  }
}
