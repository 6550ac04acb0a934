import { endSessions } from '#events/end-sessions.ts'
import { noSessionCookie } from '#http/credentials/session-cookie.ts'
import { goTo, htmlReply } from '#http/html.ts'
import type { Page } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { OidcFailure } from '#ports/oidc.ts'
import type { SamlLogout, SignedOut } from '#ports/saml.ts'
import { listSessionsOfIdentity } from '#store/people/sessions.ts'
import { spendId } from '#store/people/spent-ids.ts'
import { requireProvider, requireSaml } from './require-provider.ts'
import { partyOf } from './saml-party.ts'

/** Seconds for which a request to sign out is remembered: longer than any is believed. */
const rememberedSeconds = 900

/** Describes the organization for a provider of SAML. */
export const samlMetadataPage: Page = {
  method: 'GET',
  path: '/saml/:name/metadata.xml',
  limit: 'page',
  async answer(context) {
    const { services } = context
    const directory = await context.directory()
    const provider = requireProvider(context, directory)
    const saml = requireSaml(services, provider)
    return {
      status: 200,
      headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8', 'cache-control': 'no-cache' },
      body: await saml.metadata(partyOf(services.config, directory.organization, provider)),
    }
  },
}

/** Ends sessions because their person signed out at a provider of SAML, which leads the browser here: Single Logout. */
export const samlLogoutPage: Page = {
  method: 'GET',
  path: '/logout/:name/',
  limit: 'anonymous',
  async answer(context) {
    const { services, address, query, headers, fields } = context
    const directory = await context.directory()
    const provider = requireProvider(context, directory)
    const saml = requireSaml(services, provider)
    const { organization } = directory
    const party = partyOf(services.config, organization, provider)
    let logout: SamlLogout | SignedOut
    try {
      logout = await saml.readLogout(party, query)
    } catch (error) {
      if (!(error instanceof OidcFailure)) throw error
      services.log.warn({ provider: provider.name, err: error }, 'A sign-out of a provider was not believed.')
      // The session here had ended before the provider was asked.
      if (isAnswer(query)) return onlyHere(provider.label)
      return htmlReply(
        error.trouble === 'away' ? 503 : 400,
        'sign-in.saml.not-out',
        (say) =>
          `<p role="alert">${say('sign-in.saml.not-out-text', { service: provider.label })}</p><p><a href="/">${say('sign-in.saml.to-chat')}</a></p>`,
      )
    }
    // The answer to a request of ours, which has ended the session before.
    if ('isEverywhere' in logout) return logout.isEverywhere ? goTo('/login/') : onlyHere(provider.label)
    const meant = { ...logout, provider: provider.name }
    const ended = await services.data.transact(
      organization.id,
      async (tx) => {
        // A second one changes nothing, and is answered all the same: the browser may have gone back.
        if (!(await spendId(tx, `${provider.name} ${meant.id}`, tx.now + rememberedSeconds))) return []
        const sessions = await listSessionsOfIdentity(tx, meant)
        for (const [userId, some] of Map.groupBy(sessions, (session) => session.userId))
          await endSessions(
            tx,
            userId,
            some.map(({ id }) => id),
          )
        return sessions
      },
      { by: byStranger(address) },
    )
    for (const session of ended)
      services.security.note('session.ended', {
        organization: organization.id,
        actor: session.userId,
        address,
        target: session.id,
      })
    const answer = { id: meant.id, relayState: fields.RelayState }
    return goTo((await saml.logoutAnswerUrl(party, answer)) ?? '/login/', {
      'set-cookie': noSessionCookie(headers, services.config),
    })
  },
}

const isAnswer = (query: string) => query.split('&').some((part) => part.startsWith('SAMLResponse='))

/** Somebody who leaves a shared computer has to know that the session at the provider goes on. */
const onlyHere = (label: string) =>
  htmlReply(
    200,
    'sign-in.saml.only-here',
    (say) =>
      `<p role="alert">${say('sign-in.saml.only-here-text', { service: label })}</p><p><a href="/login/">${say('sign-in.saml.in-again')}</a></p>`,
  )
