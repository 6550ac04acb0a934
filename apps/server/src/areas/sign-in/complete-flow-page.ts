import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { goTo } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { OidcFailure } from '#ports/oidc.ts'
import { deleteSignInFlow, findSignInFlow, type SignInFlow } from '#store/people/sign-in-flows.ts'
import { redirectUri } from './begin-flow-page.ts'
import { afterFirstStep, byProvider } from './end-flow.ts'
import { flowProblemPage } from './flow-problem.ts'
import { flowCookie, flowHandle, flowPad, secretsOf } from './flow-secrets.ts'
import { identityOf } from './identity-rules.ts'
import { linkPath } from './link-account-page.ts'
import { requireProvider } from './require-provider.ts'
import { signInByIdentity } from './sign-in-by-identity.ts'

/** Fields of an answer by OpenID Connect. */
const answerFields = ['code', 'state', 'iss', 'error', 'error_description', 'session_state', 'scope'] as const

/** The answer as an address below the organization's own, whatever host name a proxy has passed on. */
function answerOf({ fields }: PageContext, base: string): URL {
  const url = new URL(base)
  for (const name of answerFields) if (fields[name] !== undefined) url.searchParams.set(name, fields[name])
  return url
}

/** Ends the flow that the browser began, so that its answer counts once. Returns undefined for an unknown or ended flow. */
async function takeFlow(
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

async function complete(context: PageContext): Promise<PageReply> {
  const { services, headers, fields, address } = context
  const directory = await context.directory()
  const { organization } = directory
  const { config, oidc } = requireProvider(context, directory)
  const problem = (code: Parameters<typeof flowProblemPage>[0]) => {
    services.security.noteRefused('identity.refused', {
      organization: organization.id,
      actor: null,
      address,
      target: code,
    })
    return flowProblemPage(code, config, organization.name)
  }
  // An answer of another browser's sign-in must not end this browser's.
  const begun = flowHandle(headers, services.config)
  if (begun === undefined || secretsOf(begun).state !== fields.state) return problem('S-1-browser')
  const flow = organization.deactivatedAt === null ? await takeFlow(context, directory, config) : undefined
  if (!flow) return problem('S-1-browser')
  try {
    const answer = answerOf(context, redirectUri(context, directory, config.name))
    const identity = identityOf(config, await oidc.finish(secretsOf(flow.handle), answer))
    if (typeof identity === 'string') return problem(identity)
    const arrived = await signInByIdentity({ services, directory }, { provider: config, identity, flow })
    if (arrived.kind === 'refuse') return problem(arrived.code)
    if (arrived.kind === 'prove')
      return goTo(linkPath, {
        'set-cookie': flowCookie(headers, services.config, {
          handle: arrived.handle,
          otp: flowPad(headers, services.config),
        }),
      })
    const { user, identityId, isNew } = arrived
    if (isNew)
      services.security.note('account.created', {
        organization: organization.id,
        actor: user.id,
        address,
        target: user.id,
        role: user.role,
      })
    return await afterFirstStep(context, directory, {
      ...byProvider({ id: identityId, session: identity.session }),
      user,
      next: flow.data.next,
      isTrusted: config.secondFactor === 'trusted',
    })
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    services.log.warn({ provider: config.name, err: error }, 'A provider did not complete a sign-in.')
    return problem(`S-0-${error.trouble}`)
  }
}

const path = '/complete/:name/'

export const completeSignInPage: Page = { method: 'GET', path, limit: 'anonymous', answer: complete }

/**
 * Takes an answer that a form of the provider brings. A browser sends no cookie with a form of another site, but with the
 * address that it is led on to.
 */
export const postedAnswerPage: Page = {
  method: 'POST',
  path,
  limit: 'anonymous',
  async answer(context) {
    const directory = await context.directory()
    const { config } = requireProvider(context, directory)
    return goTo(answerOf(context, redirectUri(context, directory, config.name)).href)
  },
}
