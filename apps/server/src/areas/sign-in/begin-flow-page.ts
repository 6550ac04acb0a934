import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { goTo, htmlReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { OidcFailure } from '#ports/oidc.ts'
import { deleteEndedFlows, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { isOnetimePad } from './app-token.ts'
import { flowProblemPage } from './flow-problem.ts'
import { flowCookie, flowSeconds, handleLength, secretsOf } from './flow-secrets.ts'
import { localPath } from './local-path.ts'
import { requireProvider } from './require-provider.ts'

/** Address to which a provider leads people back. */
export const redirectUri = (
  { services }: Pick<PageContext, 'services'>,
  { organization }: OrganizationDirectory,
  name: string,
): string => `${organizationUrl(services.config, organization)}/complete/${name}/`

/** Leads a browser to a provider. Its documents are read before anything is written, and nobody else waits for them. */
async function begin(context: PageContext): Promise<PageReply> {
  const { services, headers, fields } = context
  const directory = await context.directory()
  const { organization } = directory
  if (organization.deactivatedAt !== null)
    return htmlReply(410, 'This organization is closed', '<p>{name} has been deactivated.</p>', {
      name: organization.name,
    })
  const { config, oidc } = requireProvider(context, directory)
  const next = localPath(fields.next)
  const { mobile_flow_otp: otp, desktop_flow_otp: desktop } = fields
  if (desktop !== undefined || (otp !== undefined && !isOnetimePad(otp)))
    return htmlReply(
      400,
      'This app cannot sign in like this',
      '<p>It sent no one-time pad of 64 hexadecimal digits for a phone. Sign in with your password in the app.</p>',
    )
  // An app wants a key of its own, whoever is signed in in the browser.
  if (otp === undefined && (await context.session())) return goTo(next)
  const handle = services.time.random.token(handleLength)
  try {
    const location = await oidc.authorizeUrl(secretsOf(handle), redirectUri(context, directory, config.name))
    await services.data.transact(organization.id, async (tx) => {
      await deleteEndedFlows(tx)
      const flow = { provider: config.name, purpose: 'sign_in', userId: null, data: { next } } as const
      await insertSignInFlow(tx, handle, flow, tx.now + flowSeconds)
    })
    return goTo(location, { 'set-cookie': flowCookie(headers, services.config, { handle, otp }) })
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    services.log.warn({ provider: config.name, err: error }, 'A sign-in could not begin at its provider.')
    return flowProblemPage(`S-0-${error.trouble}`, config, organization.name)
  }
}

// Zulip's addresses: its apps build the second one for people without an account.

export const beginSignInPage: Page = {
  method: 'GET',
  path: '/accounts/login/social/oidc/:name',
  limit: 'anonymous',
  answer: begin,
}

export const beginSignUpPage: Page = { ...beginSignInPage, path: '/accounts/register/social/oidc/:name' }
