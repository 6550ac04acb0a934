import { goTo } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { OidcFailure } from '#ports/oidc.ts'
import { redirectUri } from './begin-flow-page.ts'
import { enterByClaims, refuseFlow, takeFlow } from './enter-by-identity.ts'
import type { FlowProblem } from './flow-problem.ts'
import { flowHandle, secretsOf } from './flow-secrets.ts'
import { requireOidc, requireProvider } from './require-provider.ts'
import { continueWithSaml, takeSamlAnswer } from './saml-answer-page.ts'

/** Fields of an answer by OpenID Connect; `user` is Apple's. */
const answerFields = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'session_state',
  'scope',
  'user',
] as const

/** The answer as an address below the organization's own, whatever host name a proxy has passed on. */
function answerOf({ fields }: PageContext, base: string): URL {
  const url = new URL(base)
  for (const name of answerFields) if (fields[name] !== undefined) url.searchParams.set(name, fields[name])
  return url
}

async function complete(context: PageContext): Promise<PageReply> {
  const { services, headers, fields } = context
  const directory = await context.directory()
  const { organization } = directory
  const config = requireProvider(context, directory)
  if (config.saml) return continueWithSaml(context, directory, config)
  const problem = (...[code, detail]: readonly [code: FlowProblem, detail?: string]) =>
    refuseFlow(context, directory, config, code, detail)
  // An answer of another browser's sign-in must not end this browser's.
  const begun = flowHandle(headers, services.config)
  if (begun === undefined || secretsOf(begun).state !== fields.state) return problem('S-1-browser')
  const flow = organization.deactivatedAt === null ? await takeFlow(context, directory, config) : undefined
  if (!flow) return problem('S-1-browser')
  try {
    const answer = answerOf(context, redirectUri(context, directory, config.name))
    const claims = await requireOidc(services, config).finish(secretsOf(flow.handle), answer)
    return await enterByClaims(context, directory, { provider: config, claims, flow })
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    services.log.warn({ provider: config.name, err: error }, 'A provider did not complete a sign-in.')
    return problem(`S-0-${error.trouble}`, error.message)
  }
}

const path = '/complete/:name/'

export const completeSignInPage: Page = { method: 'GET', path, limit: 'anonymous', answer: complete }

/** Bytes of a form with an answer of SAML: 256 KiB, and what base64 and the form make of them. */
const longestForm = 384 * 1024

/**
 * Takes an answer that a form of the provider brings. A browser sends no cookie with a form of another site, but with the
 * address that it is led on to.
 */
export const postedAnswerPage: Page = {
  method: 'POST',
  path,
  limit: 'anonymous',
  maxFormBytes: longestForm,
  async answer(context) {
    const directory = await context.directory()
    const config = requireProvider(context, directory)
    if (config.saml) return takeSamlAnswer(context, directory, config)
    return goTo(answerOf(context, redirectUri(context, directory, config.name)).href)
  },
}
