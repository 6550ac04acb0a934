import { can } from '@tagma/rules/can.ts'
import { missingProof, requireProof } from '#areas/sign-in/require-proof.ts'
import { isSecondStep } from '#directory/second-step.ts'
import { escapeHtml, goTo, htmlOf, htmlReply, type PageText } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { subscriptionsOfUser } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { noteOauthClientUse } from '#store/people/oauth-clients.ts'
import { deleteUnusedCodes, insertOauthGrant } from '#store/people/oauth-grants.ts'
import { findSessionMethods } from '#store/people/sessions.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { worded, wordsFor } from '#words/words.ts'
import {
  type AuthorizeRequest,
  readAuthorizeRequest,
  redirectUriOf,
  requestFields,
  returnAddress,
} from './authorize-request.ts'
import { channelField, consentForm, type ConsentForm } from './consent-form.ts'
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
  if (!services.config.hasMcp) return problemPage('page.oauth.off')
  const directory = await context.directory()
  const { organization } = directory
  if (organization.deactivatedAt !== null) return problemPage('page.oauth.closed')
  const session = await context.session()
  if (!session) return toSignIn(fields)
  const { user } = session
  if (!can(directory, user, 'can_use_agents_group'))
    return problemPage(worded('page.oauth.may-not', { organization: organization.name }))
  const asks = await missingProof({ caller: user, services, now: context.now, session })
  const place = { config: services.config, organization }
  const { tokenMaxDays } = services.config
  try {
    const asking = { organizationId: organization.id, clientId: fields.client_id ?? '', userId: user.id }
    const client = await findClient(services, asking)
    const redirectUri = redirectUriOf(client, fields)
    if (redirectUri === undefined) return problemPage('page.oauth.elsewhere')
    const channels = await channelsOf(context, user)
    const request = readAuthorizeRequest(place, { client, redirectUri }, fields)
    if ('client' in request)
      return {
        place,
        form: { request, user, organization, channels, fields, tokenMaxDays, asks },
      }
    const back = { error: request.code, error_description: request.message }
    return problemPage(
      (language) =>
        wordsFor(language, 'page.oauth.mistake', { mistake: refusalWording(request.message)(language) }),
      returnAddress(place, { redirectUri, state: fields.state }, back),
    )
  } catch (error) {
    if (error instanceof ClientProblem) return problemPage(refusalWording(error.message))
    if (error instanceof Refusal && error.code === 'RATE_LIMIT_HIT') return problemPage('page.oauth.many')
    throw error
  }
}

/** Channels that somebody is in and that agents see, by name. */
async function channelsOf({ services, directory }: PageContext, user: UserRecord): Promise<ChannelRecord[]> {
  const { channels } = await directory()
  const rows = await subscriptionsOfUser(services.data.db, user.id)
  return rows
    .flatMap(({ channel_id, is_active }) => (is_active === 1 ? (channels.get(channel_id) ?? []) : []))
    .filter(({ isArchived, isHiddenFromAgents }) => !isArchived && !isHiddenFromAgents)
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

const problemPage = (message: PageText, back?: string): PageReply =>
  htmlReply(400, 'page.oauth.no', (say, language) => {
    const link =
      back === undefined
        ? ''
        : `<p><a href="${escapeHtml(back)}" rel="noreferrer">${say('page.oauth.back')}</a></p>`
    return `<p>${htmlOf(message, language)}</p>${link}`
  })

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
  if (fields.user !== String(user.id)) return consentForm({ ...form, problem: 'page.consent.other-account' })
  if (fields.decision !== 'allow') {
    const denied = { error: 'access_denied', error_description: 'The person did not agree.' }
    return goTo(returnAddress(place, request, denied))
  }
  const scopes = request.scopes.filter((scope) => !isWriting(scope) || fields[scope] === 'on')
  if (scopes.length === 0) return consentForm({ ...form, problem: 'page.consent.tick' })
  const problem = await proofProblem(context, user)
  if (problem !== undefined) return consentForm({ ...form, problem })
  const writeTo =
    fields.everywhere === 'on'
      ? null
      : form.channels.flatMap(({ id }) => (fields[channelField(id)] === 'on' ? id : []))
  const code = await allow(context, user, { ...request, scopes, writeTo })
  return goTo(returnAddress(place, request, { code }))
}

/** Asks somebody who may have found an open browser for a proof. Returns what is wrong with it. */
async function proofProblem(context: PageContext, user: UserRecord): Promise<PageText | undefined> {
  const { services, fields, address, now } = context
  const session = await context.session()
  if (!session) return 'page.consent.signed-out'
  const by = byAccount(user, address, `session ${session.id}`)
  const directory = await context.directory()
  const transact = <T>(body: (tx: Tx) => Promise<T>) =>
    services.data.transact(user.organizationId, body, { by })
  try {
    const { password, code } = fields
    await requireProof(
      { caller: user, services, directory, address, now, session, transact },
      { password, code },
    )
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return refusalWording(error.message)
    throw error
  }
}

/** Keeps what the person has agreed to, until the program comes for it; returns the code that it shows. */
async function allow(
  context: PageContext,
  user: UserRecord,
  {
    client,
    scopes,
    writeTo,
    redirectUri,
    codeChallenge,
  }: AuthorizeRequest & { readonly writeTo: readonly number[] | null },
): Promise<string> {
  const { services, address } = context
  const session = await context.session()
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
        writeTo,
        redirectUri,
        codeChallenge,
        hasStep: session ? (await findSessionMethods(tx.db, session.id)).some(isSecondStep) : false,
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
