import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { goTo } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { encryptedFor, makeAppToken } from './app-token.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { flowPad } from './flow-secrets.ts'
import { openSession } from './open-session.ts'

/** Somebody who has proved who they are, by an identity at a provider. */
interface Proved {
  readonly user: UserRecord
  readonly identity: { readonly id: number; readonly session: string | undefined }
  /** Path to go to. */
  readonly next: string
}

/**
 * Ends a sign-in by a provider: with a session in this browser, or by handing a key to the app that began it. The app
 * wants all four fields, and `realm` with the origin that it knows.
 */
export async function endFlow(
  context: PageContext,
  directory: OrganizationDirectory,
  { user, identity, next }: Proved,
): Promise<PageReply> {
  const { services, headers, address, now } = context
  const call = { services, directory, address, now, userAgent: headers['user-agent'] ?? '' }
  await completeSignIn(call, user)
  const otp = flowPad(headers, services.config)
  if (otp === undefined)
    return goTo(next, await openSession(context, user, { method: 'provider', stays: true, identity }))
  const query = new URLSearchParams({
    otp_encrypted_api_key: encryptedFor(otp, await makeAppToken(call, user)),
    email: user.deliveryEmail,
    user_id: String(user.id),
    realm: organizationUrl(services.config, directory.organization),
  })
  return { ...goTo(`zulip://login?${query}`), status: 302 }
}
