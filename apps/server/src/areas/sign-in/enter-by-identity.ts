import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { goTo } from '#http/html.ts'
import { browserLanguage } from '#http/page-language.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import { deleteSignInFlow, findSignInFlow, type SignInFlow } from '#store/people/sign-in-flows.ts'
import { afterFirstStep, byProvider } from './end-flow.ts'
import { type FlowProblem, flowProblemPage } from './flow-problem.ts'
import { flowCookie, flowHandle, flowPad } from './flow-secrets.ts'
import { type Identity, identityOf } from './identity-rules.ts'
import { linkPath } from './link-account-page.ts'
import { noteArrival } from './note-arrival.ts'
import { noteTrouble } from './note-trouble.ts'
import { showTry } from './show-try.ts'
import { signInByIdentity } from './sign-in-by-identity.ts'

/** Ends the flow that the browser began, so that its answer counts once. Returns undefined for an unknown or ended flow. */
export async function takeFlow(
  { services, headers, now }: PageContext,
  { organization }: OrganizationDirectory,
  { name }: ProviderConfig,
): Promise<(SignInFlow & { readonly handle: string }) | undefined> {
  const handle = flowHandle(headers, services.config)
  if (handle === undefined) return undefined
  const flow = await findSignInFlow(services.data.db, { organizationId: organization.id, handle, now })
  if (flow?.provider !== name || !['sign_in', 'try'].includes(flow.purpose)) return undefined
  const isFirst = await services.data.transact(organization.id, (tx) => deleteSignInFlow(tx, handle))
  return isFirst ? { ...flow, handle } : undefined
}

/** A provider's answer to a flow, which was taken before, so that it counts once. */
interface Answered {
  readonly provider: ProviderConfig
  readonly claims: OidcClaims
  readonly flow: SignInFlow
}

/** Lets a person of a provider in, or says why not. To an owner who tries the provider out, says what would happen. */
export async function enterByClaims(
  context: PageContext,
  directory: OrganizationDirectory,
  { provider, claims, flow }: Answered,
): Promise<PageReply> {
  if (flow.purpose === 'try') return showTry(context, directory, { provider, claims, flow })
  const identity = identityOf(provider, claims)
  if (typeof identity !== 'string') {
    const arrival = { provider: provider.name, isVerified: identity.isVerified }
    await noteArrival(context.services, directory.organization.id, arrival)
  }
  return typeof identity === 'string'
    ? refuseFlow(context, directory, provider, identity)
    : enterByIdentity(context, directory, { provider, identity, flow })
}

async function enterByIdentity(
  context: PageContext,
  directory: OrganizationDirectory,
  vouched: { readonly provider: ProviderConfig; readonly identity: Identity; readonly flow: SignInFlow },
): Promise<PageReply> {
  const { services, headers, address } = context
  const { provider, identity, flow } = vouched
  const arrived = await signInByIdentity(
    { services, directory, address },
    { ...vouched, language: browserLanguage(context) },
  )
  if (arrived.kind === 'refuse') return refuseFlow(context, directory, provider, arrived.code)
  if (arrived.kind === 'prove')
    return goTo(linkPath, {
      'set-cookie': flowCookie(headers, services.config, {
        handle: arrived.handle,
        otp: flowPad(headers, services.config),
      }),
    })
  const { identityId, isNew } = arrived
  // Its address and its role may have changed on the way in.
  const user = directory.users.get(arrived.user.id) ?? arrived.user
  if (isNew)
    services.security.note('account.created', {
      organization: directory.organization.id,
      actor: user.id,
      address,
      target: user.id,
      role: user.role,
    })
  return afterFirstStep(context, directory, {
    ...byProvider({ id: identityId, session: identity.session, name: identity.name }),
    user,
    next: flow.data.next,
    isTrusted: identity.hasStep,
  })
}

/** Makes the page that says why somebody is not let in, a line in the security log, and a note for owners. */
export async function refuseFlow(
  { services, address }: Pick<PageContext, 'services' | 'address'>,
  { organization }: OrganizationDirectory,
  provider: ProviderConfig,
  ...[code, detail]: readonly [code: FlowProblem, detail?: string]
): Promise<PageReply> {
  services.security.noteRefused('identity.refused', {
    organization: organization.id,
    actor: null,
    address,
    target: code,
  })
  await noteTrouble(services, organization.id, { provider: provider.name, code, detail: detail ?? '' })
  return flowProblemPage(code, provider, organization.name)
}
