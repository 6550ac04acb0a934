import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { needsStep } from '#directory/second-step.ts'
import { goTo } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import type { SamlName } from '#model/saml-name.ts'
import { findFactorWays } from '#store/people/second-factors.ts'
import type { FirstStep } from '#store/people/sign-in-flows.ts'
import { encryptedFor, makeAppToken } from './app-token.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import { askToSetUp } from './ask-to-set-up.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { handToDesktop } from './desktop-page.ts'
import { desktopMark, flowPad } from './flow-secrets.ts'
import { openSession } from './open-session.ts'
import type { FactorProof } from './use-code.ts'

/** Somebody who has proved who they are: by a password, or by an identity at a provider. */
export interface Proved extends FirstStep {
  readonly user: UserRecord
  /** Path to go to. */
  readonly next: string
}

/** The first step by a provider. An app that began it has left its one-time pad in the cookie. */
export const byProvider = ({
  id,
  session,
  name,
}: {
  readonly id: number
  readonly session: string | undefined
  readonly name?: SamlName | undefined
}): FirstStep => ({
  method: 'provider',
  stays: true,
  isApp: true,
  identity: { id, ...(session === undefined ? {} : { session }), ...(name && { name }) },
})

/**
 * Goes on after the first step of a sign-in: asks for the second factor of those who have one, and lets others in.
 * `isTrusted` is true where a provider has asked for a second factor already.
 */
export async function afterFirstStep(
  context: PageContext,
  directory: OrganizationDirectory,
  { isTrusted = false, ...proved }: Proved & { readonly isTrusted?: boolean },
): Promise<PageReply> {
  const asks = !isTrusted && (await findFactorWays(context.services.data.db, proved.user.id)) !== undefined
  return asks
    ? askSecondFactor(context, directory, proved)
    : endFlow(context, directory, proved, isTrusted ? 'trusted' : undefined)
}

/**
 * Ends a sign-in: with a session in this browser, or by handing a key to the app that began it. The app wants all four
 * fields, and `realm` with the origin that it knows. `proof` is that of the second factor. Where the organization asks for
 * one that the person has not shown, they set it up first.
 */
export async function endFlow(
  context: PageContext,
  directory: OrganizationDirectory,
  { user, next, isApp, method, stays, identity }: Proved,
  proof?: FactorProof,
): Promise<PageReply> {
  const { services, headers, address, now } = context
  const call = { services, directory, address, now, headers, userAgent: headers['user-agent'] ?? '' }
  const hasStep = method === 'passkey' || proof !== undefined
  if (!hasStep && needsStep(directory, user, now))
    return askToSetUp(context, directory, { user, next, isApp, method, stays, ...(identity && { identity }) })
  await completeSignIn(call, user)
  const otp = isApp ? flowPad(headers, services.config) : undefined
  if (otp?.startsWith(desktopMark)) {
    const proved = { user, next, isApp, method, stays, ...(identity ? { identity } : {}) }
    return handToDesktop(context, directory, proved, { otp: otp.slice(desktopMark.length), proof })
  }
  if (otp === undefined)
    return goTo(next, await openSession(context, user, { method, stays, identity, proof }))
  const query = new URLSearchParams({
    otp_encrypted_api_key: encryptedFor(otp, await makeAppToken(call, user, hasStep)),
    email: user.deliveryEmail,
    user_id: String(user.id),
    realm: organizationUrl(services.config, directory.organization),
  })
  return { ...goTo(`zulip://login?${query}`), status: 302 }
}
