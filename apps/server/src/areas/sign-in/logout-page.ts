import { organizationUrl } from '#directory/organization-url.ts'
import { endSessions } from '#events/end-sessions.ts'
import { noSessionCookie } from '#http/credentials/session-cookie.ts'
import { goTo } from '#http/html.ts'
import type { Page, PageContext } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'
import type { OrganizationRecord } from '#model/records.ts'
import { OidcFailure } from '#ports/oidc.ts'
import { findSessionOrigin } from '#store/people/sessions.ts'
import { requireOidc, requireSaml } from './require-provider.ts'
import { partyOf } from './saml-party.ts'

/**
 * Page that signs out: ends the session of the browser and its event queues, and empties what the browser keeps. It leads to
 * the sign-in page, or to the service by which the session was opened; a script that accepts JSON gets the address as
 * `go_to`.
 */
export const logoutPage: Page = {
  method: 'POST',
  path: '/accounts/logout/',
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const { services, headers, address } = context
    const { organization } = await context.directory()
    const session = organization.deactivatedAt === null ? await context.session() : undefined
    let next = '/login/'
    if (session) {
      const { id, user } = session
      next = (await providerLogout(context, organization, id)) ?? next
      await services.data.transact(organization.id, (tx) => endSessions(tx, user.id, [id]), {
        by: byAccount(user, address, `session ${id}`),
      })
      services.security.note('session.ended', {
        organization: organization.id,
        actor: user.id,
        address,
        target: id,
      })
    }
    const cleared = {
      'clear-site-data': '"cache", "storage"',
      'set-cookie': noSessionCookie(headers, services.config),
    }
    if (!/\bapplication\/json\b/.test(headers.accept ?? '')) return goTo(next, cleared)
    const json = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return { status: 200, headers: { ...json, ...cleared }, body: JSON.stringify({ go_to: next }) }
  },
}

/** Address of the service by which a session was opened, if people sign out there too. A service that is away keeps nobody. */
async function providerLogout(
  { services }: PageContext,
  organization: OrganizationRecord,
  sessionId: number,
): Promise<string | undefined> {
  if (!services.config.providers.some(({ endsAtProvider }) => endsAtProvider)) return undefined
  const origin = await findSessionOrigin(services.data.db, sessionId)
  const provider = services.config.providers.find(({ name }) => name === origin?.provider)
  if (!origin || !provider?.endsAtProvider) return undefined
  try {
    if (provider.saml) {
      const { name, session } = origin
      // Older sessions have no name.
      if (!name) return undefined
      const party = partyOf(services.config, organization, provider)
      return await requireSaml(services, provider).logoutUrl(party, { name, session })
    }
    const backTo = `${organizationUrl(services.config, organization)}/login/`
    return await requireOidc(services, provider).logoutUrl(backTo)
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    services.log.warn(
      { provider: provider.name, err: error },
      'Nobody could be led to a provider to sign out.',
    )
    return undefined
  }
}
