import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { needsStep } from '#directory/second-step.ts'
import { goTo } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { askToSetUp } from './ask-to-set-up.ts'
import { deviceOf } from './device-cookie.ts'
import { noteLogin } from './note-login.ts'
import { openSession } from './open-session.ts'
import type { FactorProof } from './use-code.ts'

/**
 * Signs somebody in who has come by a link: to a new account, a new password or a new organization. Where the organization asks for a
 * second step that they have not shown, they set one up first.
 */
export async function enterBrowser(
  context: PageContext,
  directory: OrganizationDirectory,
  {
    user,
    method,
    proof,
    next = '/',
  }: {
    readonly user: UserRecord
    readonly method: 'invitation' | 'sign_up' | 'reset' | 'setup'
    readonly proof?: FactorProof | undefined
    /** Address on this server to go to. */
    readonly next?: string
  },
): Promise<PageReply> {
  const current = directory.users.get(user.id) ?? user
  if (proof === undefined && needsStep(directory, current, context.now))
    return askToSetUp(context, directory, { user: current, next, method, stays: true, isApp: false })
  const { services, headers, address, now } = context
  const device = deviceOf({ headers, userAgent: headers['user-agent'] ?? '', address }, services.config)
  await noteLogin({ services, directory, now }, current.id, device)
  return goTo(next, await openSession(context, current, { method, stays: true, proof }))
}
