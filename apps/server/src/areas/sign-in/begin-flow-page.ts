import { isOwner } from '@tagma/rules/roles.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { goTo, textReply } from '#http/html.ts'
import { localPath } from '#http/local-path.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { OidcFailure } from '#ports/oidc.ts'
import { deleteEndedFlows, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { worded } from '#words/words.ts'
import { appPad, wrongPad } from './app-pad.ts'
import { desktopStart, isDesktopApp } from './desktop-page.ts'
import { flowProblemPage } from './flow-problem.ts'
import { flowCookie, flowSeconds, handleLength, requestIdOf, secretsOf } from './flow-secrets.ts'
import { noteTrouble } from './note-trouble.ts'
import { tryPath } from './provider-present.ts'
import { requireOidc, requireProvider, requireSaml } from './require-provider.ts'
import { partyOf } from './saml-party.ts'

/** Address to which a provider leads people back. */
export const redirectUri = (
  { services }: Pick<PageContext, 'services'>,
  { organization }: OrganizationDirectory,
  name: string,
): string => `${organizationUrl(services.config, organization)}/complete/${name}/`

/** Leads a browser to a provider. Its documents are read before anything is written, and nobody else waits for them. */
async function begin(context: PageContext): Promise<PageReply> {
  const { headers, fields } = context
  const directory = await context.directory()
  const { organization } = directory
  if (organization.deactivatedAt !== null)
    return textReply(
      410,
      'page.closed.title',
      worded('page.closed.text', { organization: organization.name }),
    )
  const config = requireProvider(context, directory)
  const next = localPath(fields.next)
  const pad = appPad(fields)
  if (pad === 'wrong') return wrongPad()
  if (isDesktopApp(headers) && pad === undefined && !(await context.session())) return desktopStart()
  // An app wants a key of its own, whoever is signed in in the browser.
  if (pad === undefined && (await context.session())) return goTo(next)
  return startFlow(context, directory, config, { purpose: 'sign_in', userId: null, next, pad })
}

/** Leads an owner to a provider, to see what it says of them. Their session stays as it is. */
async function beginTry(context: PageContext): Promise<PageReply> {
  const directory = await context.directory()
  const config = requireProvider(context, directory)
  const { user } = (await context.session()) ?? {}
  if (!user || !isOwner(user)) return goTo('/login/')
  return startFlow(context, directory, config, { purpose: 'try', userId: user.id, next: '/', pad: undefined })
}

interface Start {
  readonly purpose: 'sign_in' | 'try'
  /** The owner who tries. */
  readonly userId: number | null
  readonly next: string
  readonly pad: string | undefined
}

async function startFlow(
  context: PageContext,
  directory: OrganizationDirectory,
  config: ProviderConfig,
  { purpose, userId, next, pad }: Start,
): Promise<PageReply> {
  const { services, headers } = context
  const { organization } = directory
  const handle = services.time.random.token(handleLength)
  try {
    const location = await locationOf(context, directory, config, handle)
    await services.data.transact(organization.id, async (tx) => {
      await deleteEndedFlows(tx)
      const flow = { provider: config.name, purpose, userId, data: { next } }
      await insertSignInFlow(tx, handle, flow, tx.now + flowSeconds)
    })
    return goTo(location, { 'set-cookie': flowCookie(headers, services.config, { handle, otp: pad }) })
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    services.log.warn({ provider: config.name, err: error }, 'A sign-in could not begin at its provider.')
    const code = `S-0-${error.trouble}` as const
    await noteTrouble(services, organization.id, { provider: config.name, code, detail: error.message })
    return flowProblemPage(code, config, organization.name)
  }
}

/** Address of the provider that the browser is led to. */
function locationOf(
  context: PageContext,
  directory: OrganizationDirectory,
  config: ProviderConfig,
  handle: string,
): Promise<string> {
  const { services } = context
  const secrets = secretsOf(handle)
  if (!config.saml)
    return requireOidc(services, config).authorizeUrl(secrets, redirectUri(context, directory, config.name))
  return requireSaml(services, config).requestUrl(partyOf(services.config, directory.organization, config), {
    id: requestIdOf(handle),
    relayState: secrets.state,
  })
}

// Zulip's addresses: its apps build the second one for people without an account.

export const beginSignInPage: Page = {
  method: 'GET',
  path: '/accounts/login/social/oidc/:name',
  limit: 'anonymous',
  answer: begin,
}

export const beginSignUpPage: Page = { ...beginSignInPage, path: '/accounts/register/social/oidc/:name' }

export const beginSamlPage: Page = { ...beginSignInPage, path: '/accounts/login/social/saml/:name' }

export const beginSamlSignUpPage: Page = { ...beginSignInPage, path: '/accounts/register/social/saml/:name' }

/** Tries a provider out, for owners. */
export const tryProviderPage: Page = {
  method: 'GET',
  path: `${tryPath}:name`,
  limit: 'anonymous',
  answer: beginTry,
}
