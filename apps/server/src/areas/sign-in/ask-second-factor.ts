import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { goTo } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { deleteEndedFlows, type FirstStep, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { flowCookie, flowPad, flowSeconds, handleLength } from './flow-secrets.ts'

/** Path of the page that asks for the second factor. */
export const secondFactorPath = '/accounts/login/second-factor/'

/** Leads somebody who has taken the first step of a sign-in to the page that asks for the second one. */
export async function askSecondFactor(
  { services, headers }: PageContext,
  { organization }: OrganizationDirectory,
  { user, next, ...first }: FirstStep & { readonly user: UserRecord; readonly next: string },
): Promise<PageReply> {
  const handle = services.time.random.token(handleLength)
  await services.data.transact(organization.id, async (tx) => {
    await deleteEndedFlows(tx)
    const flow = { provider: '', purpose: 'second_factor', userId: user.id, data: { next, first } } as const
    await insertSignInFlow(tx, handle, flow, tx.now + flowSeconds)
  })
  const otp = first.isApp ? flowPad(headers, services.config) : undefined
  return goTo(secondFactorPath, { 'set-cookie': flowCookie(headers, services.config, { handle, otp }) })
}
