import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { goTo } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import { deleteSignInFlow, findSignInFlow, type SignInFlow } from '#store/people/sign-in-flows.ts'
import { afterFirstStep, byProvider } from './end-flow.ts'
import { type FlowProblem, flowProblemPage } from './flow-problem.ts'
import { flowCookie, flowHandle, flowPad } from './flow-secrets.ts'
import type { Identity } from './identity-rules.ts'
import { linkPath } from './link-account-page.ts'
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
  if (flow?.provider !== name || flow.purpose !== 'sign_in') return undefined
  const isFirst = await services.data.transact(organization.id, (tx) => deleteSignInFlow(tx, handle))
  return isFirst ? { ...flow, handle } : undefined
}

/** Lets a person of a provider in, or says why not. The flow was taken before, so that it counts once. */
export async function enterByIdentity(
  context: PageContext,
  directory: OrganizationDirectory,
  vouched: { readonly provider: ProviderConfig; readonly identity: Identity; readonly flow: SignInFlow },
): Promise<PageReply> {
  const { services, headers, address } = context
  const { provider, identity, flow } = vouched
  const arrived = await signInByIdentity({ services, directory, address }, vouched)
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
    ...byProvider({ id: identityId, session: identity.session }),
    user,
    next: flow.data.next,
    isTrusted: provider.secondFactor === 'trusted',
  })
}

/** Makes the page that says why somebody is not let in, and a line in the security log. */
export function refuseFlow(
  { services, address }: Pick<PageContext, 'services' | 'address'>,
  { organization }: OrganizationDirectory,
  provider: ProviderConfig,
  code: FlowProblem,
): PageReply {
  services.security.noteRefused('identity.refused', {
    organization: organization.id,
    actor: null,
    address,
    target: code,
  })
  return flowProblemPage(code, provider, organization.name)
}
