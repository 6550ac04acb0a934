import { endSessions } from '#events/end-sessions.ts'
import { noSessionCookie } from '#http/credentials/session-cookie.ts'
import { goTo } from '#http/html.ts'
import type { Page } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'

/** Page that signs out: ends the session of the browser and its event queues, and empties what the browser keeps. */
export const logoutPage: Page = {
  method: 'POST',
  path: '/accounts/logout/',
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const { services, headers, address } = context
    const { organization } = await context.directory()
    const session = organization.deactivatedAt === null ? await context.session() : undefined
    if (session) {
      const { id, user } = session
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
    return goTo('/login/', {
      'clear-site-data': '"cache", "storage"',
      'set-cookie': noSessionCookie(headers, services.config),
    })
  },
}
