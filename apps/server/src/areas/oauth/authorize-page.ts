import { goTo, htmlReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { noteOauthClientUse } from '#store/people/oauth-clients.ts'
import { deleteUnusedCodes, insertOauthGrant } from '#store/people/oauth-grants.ts'
import {
  type AuthorizeRequest,
  readAuthorizeRequest,
  redirectUriOf,
  requestFields,
  returnAddress,
} from './authorize-request.ts'
import { consentForm, type ConsentForm } from './consent-form.ts'
import { ClientProblem, findClient } from './find-client.ts'
import type { OauthPlace } from './metadata-present.ts'
import { isWriting } from './scope-rules.ts'
import { codeSeconds } from './token-present.ts'

const path = '/oauth/authorize'
const codeLength = 43

interface Asked {
  readonly form: ConsentForm
  readonly place: OauthPlace
}

/**
 * Reads a request of a program that a browser brings. Returns a page instead where nobody is signed in or the request is
 * wrong. A mistake leads back only by a link: whoever registers a program could otherwise use this server to lead
 * people anywhere.
 */
async function readAsked(context: PageContext): Promise<Asked | PageReply> {
  const { services, fields } = context
  if (!services.config.hasMcp) return problemPage('TAGMA_MCP is off on this server.')
  const { organization } = await context.directory()
  if (organization.deactivatedAt !== null) return problemPage('This organization is closed.')
  const user = (await context.session())?.user
  if (!user) return toSignIn(fields)
  const place = { config: services.config, organization }
  const { tokenMaxDays } = services.config
  try {
    const asking = { organizationId: organization.id, clientId: fields.client_id ?? '', userId: user.id }
    const client = await findClient(services, asking)
    const redirectUri = redirectUriOf(client, fields)
    if (redirectUri === undefined)
      return problemPage(
        'The program wants you to be led back to an address that is not one of its own. Somebody may have changed the link.',
      )
    const request = readAuthorizeRequest(place, { client, redirectUri }, fields)
    if ('client' in request) return { place, form: { request, user, organization, fields, tokenMaxDays } }
    const back = { error: request.code, error_description: request.message }
    return problemPage(
      `The program made a mistake: ${request.message}`,
      returnAddress(place, { redirectUri, state: fields.state }, back),
    )
  } catch (error) {
    if (error instanceof ClientProblem) return problemPage(error.message)
    if (error instanceof Refusal && error.code === 'RATE_LIMIT_HIT')
      return problemPage('Too many programs were looked up for you. Try again in an hour.')
    throw error
  }
}

const problemPage = (message: string, back?: string): PageReply =>
  htmlReply(
    400,
    'This program cannot be let in',
    `<p>{message}</p>${back === undefined ? '' : '<p><a href="{back}" rel="noreferrer">Go back to the program</a></p>'}`,
    { message, back: back ?? '' },
  )

/** Leads to the sign-in, and from there back to the request. */
function toSignIn(fields: PageContext['fields']): PageReply {
  const asked = requestFields.flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [[name, value]]
  })
  return goTo(`/login/?next=${encodeURIComponent(`${path}?${String(new URLSearchParams(asked))}`)}`)
}

async function show(context: PageContext): Promise<PageReply> {
  const asked = await readAsked(context)
  return 'form' in asked ? consentForm(asked.form) : asked
}

async function decide(context: PageContext): Promise<PageReply> {
  const { fields } = context
  const asked = await readAsked(context)
  if (!('form' in asked)) return asked
  const { form, place } = asked
  const { request, user } = form
  if (fields.user !== String(user.id))
    return consentForm({ ...form, problem: 'You have signed in with another account meanwhile. Look again.' })
  if (fields.decision !== 'allow') {
    const denied = { error: 'access_denied', error_description: 'The person did not agree.' }
    return goTo(returnAddress(place, request, denied))
  }
  const scopes = request.scopes.filter((scope) => !isWriting(scope) || fields[scope] === 'on')
  if (scopes.length === 0)
    return consentForm({ ...form, problem: 'Tick at least one thing that the program may do.' })
  const code = await allow(context, user, { ...request, scopes })
  return goTo(returnAddress(place, request, { code }))
}

/** Keeps what the person has agreed to, until the program comes for it; returns the code that it shows. */
async function allow(
  { services, address }: PageContext,
  user: UserRecord,
  { client, scopes, redirectUri, codeChallenge }: AuthorizeRequest,
): Promise<string> {
  const code = services.time.random.token(codeLength)
  await services.data.transact(
    user.organizationId,
    async (tx) => {
      await deleteUnusedCodes(tx, { before: tx.now - codeSeconds, userId: user.id })
      await noteOauthClientUse(tx, client.id)
      await insertOauthGrant(tx, code, {
        userId: user.id,
        clientId: client.id,
        scopes,
        redirectUri,
        codeChallenge,
      })
    },
    { by: byAccount(user, address) },
  )
  services.security.note('agent.allowed', {
    organization: user.organizationId,
    actor: user.id,
    address,
    target: client.id,
  })
  return code
}

export const authorizePage: Page = { method: 'GET', path, limit: 'page', answer: show }

export const authorizeSubmitPage: Page = {
  method: 'POST',
  path,
  limit: 'page',
  isOwnForm: true,
  answer: decide,
}
