import { endSessions } from '#events/end-sessions.ts'
import type { Page, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { type OidcLogout, OidcFailure } from '#ports/oidc.ts'
import { listSessionsOfIdentity } from '#store/people/sessions.ts'
import { spendId } from '#store/people/spent-ids.ts'
import { requireOidc, requireProvider } from './require-provider.ts'

/** Seconds for which a logout token is remembered: longer than any is taken. */
const rememberedSeconds = 900

const reply = (status: number, error?: string): PageReply => ({
  status,
  headers: { 'cache-control': 'no-store', 'content-type': 'application/json' },
  body: error === undefined ? '{}' : JSON.stringify({ error }),
})

/** Page to which a provider says that somebody signed out there: OpenID Connect Back-Channel Logout 1.0. */
export const providerLogoutPage: Page = {
  method: 'POST',
  path: '/backchannel-logout/:name',
  limit: 'page',
  async answer(context) {
    const { services, fields, address } = context
    const directory = await context.directory()
    const config = requireProvider(context, directory)
    const oidc = requireOidc(services, config)
    let logout: OidcLogout
    try {
      logout = await oidc.readLogout(fields.logout_token ?? '')
    } catch (error) {
      if (!(error instanceof OidcFailure)) throw error
      services.log.warn({ provider: config.name, err: error }, 'A sign-out of a provider was not believed.')
      return error.trouble === 'away' ? reply(503, 'temporarily_unavailable') : reply(400, 'invalid_request')
    }
    const { id } = directory.organization
    // A person of Entra is known here by another id than in its logout tokens, which always name the session.
    const meant = { ...logout, provider: config.name }
    const ended = await services.data.transact(
      id,
      async (tx) => {
        if (!(await spendId(tx, `${config.name} ${logout.id}`, tx.now + rememberedSeconds))) return undefined
        const sessions = await listSessionsOfIdentity(tx, meant)
        for (const [userId, some] of Map.groupBy(sessions, (session) => session.userId)) {
          await endSessions(
            tx,
            userId,
            some.map((session) => session.id),
          )
        }
        return sessions
      },
      { by: byStranger(address) },
    )
    if (!ended) return reply(400, 'invalid_request')
    for (const session of ended)
      services.security.note('session.ended', {
        organization: id,
        actor: session.userId,
        address,
        target: session.id,
      })
    return reply(200)
  },
}
