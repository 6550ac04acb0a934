import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { goTo, htmlReply, readBy } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { findSealedSecret } from '#store/people/second-factors.ts'
import { deleteEndedFlows, type FirstStep, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { flowCookie, flowPad, flowSeconds, handleLength } from './flow-secrets.ts'
import { drawSecret } from './totp.ts'
import { placeOf } from './use-code.ts'

/** Path of the page on which somebody sets up the second step that their organization asks for. */
export const setUpPath = '/accounts/login/set-up/'

const noKey = (): PageReply =>
  htmlReply(503, 'sign-in.set-up.no-key', (say) => `<p role="alert">${say('sign-in.set-up.no-key-text')}</p>`)

/**
 * Leads somebody who has taken the first step of a sign-in, and needs a second one that they do not have, to the page that
 * sets it up. Their session, or the key of their app, comes after that.
 */
export async function askToSetUp(
  { services, headers }: PageContext,
  { organization }: OrganizationDirectory,
  { user, next, ...first }: FirstStep & { readonly user: UserRecord; readonly next: string },
): Promise<PageReply> {
  const other = await findSealedSecret(services.data.db, organization.id)
  if (other !== undefined && !services.outside.sealed.isOurs(other)) return readBy(user, noKey())
  const handle = services.time.random.token(handleLength)
  const sealed = services.outside.sealed.seal(drawSecret(services.time.random), placeOf(user.id))
  await services.data.transact(organization.id, async (tx) => {
    await deleteEndedFlows(tx)
    const data = { next, first, sealed }
    const flow = { provider: '', purpose: 'set_up', userId: user.id, data } as const
    await insertSignInFlow(tx, handle, flow, tx.now + flowSeconds)
  })
  const otp = first.isApp ? flowPad(headers, services.config) : undefined
  return goTo(setUpPath, { 'set-cookie': flowCookie(headers, services.config, { handle, otp }) })
}
