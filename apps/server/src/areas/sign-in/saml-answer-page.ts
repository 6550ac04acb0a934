import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, endsInApp, escapeHtml, goTo, htmlReply, type Markup } from '#http/html.ts'
import { localPath } from '#http/local-path.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import { OidcFailure } from '#ports/oidc.ts'
import {
  deleteEndedFlows,
  deleteSignInFlow,
  findSignInFlow,
  insertSignInFlow,
  type SignInFlow,
} from '#store/people/sign-in-flows.ts'
import { spendId } from '#store/people/spent-ids.ts'
import { enterByClaims, refuseFlow, takeFlow } from './enter-by-identity.ts'
import { flowHandle, flowSeconds, handleLength, requestIdOf } from './flow-secrets.ts'
import { type Identity, identityOf } from './identity-rules.ts'
import { requireProvider, requireSaml } from './require-provider.ts'
import { partyOf } from './saml-party.ts'

/**
 * Takes the answer of a provider of SAML. A browser sends no cookie with a form of another site: so the answer is checked
 * and kept, and the browser is led on to an address at which its cookie says whether it has asked.
 */
export async function takeSamlAnswer(
  context: PageContext,
  directory: OrganizationDirectory,
  provider: ProviderConfig,
): Promise<PageReply> {
  const { services, fields, now } = context
  const { organization } = directory
  if (organization.deactivatedAt !== null) return refuseFlow(context, directory, provider, 'S-1-browser')
  try {
    const party = partyOf(services.config, organization, provider)
    const answer = await requireSaml(services, provider).readAnswer(party, fields.SAMLResponse ?? '')
    const isAsked = answer.requestId !== undefined
    if (!isAsked && provider.saml?.allowsUnsolicited !== true)
      return await refuseFlow(context, directory, provider, 'S-1-unsolicited')
    const token = services.time.random.token(handleLength)
    const isFirst = await services.data.transact(organization.id, async (tx) => {
      if (!(await spendId(tx, `${provider.name} ${answer.id}`, Math.ceil(answer.endsAt)))) return false
      await deleteEndedFlows(tx)
      const data = {
        next: localPath(isAsked ? undefined : fields.RelayState),
        answer: { claims: answer.claims, requestId: answer.requestId ?? null },
      }
      const flow = { provider: provider.name, purpose: 'answer', userId: null, data } as const
      await insertSignInFlow(tx, token, flow, now + flowSeconds)
      return true
    })
    if (isFirst) return goTo(`/complete/${provider.name}/?answer=${token}`)
    services.log.warn({ provider: provider.name }, 'An assertion of a provider came a second time.')
    return await refuseFlow(context, directory, provider, 'S-0-invalid')
  } catch (error) {
    if (!(error instanceof OidcFailure)) throw error
    services.log.warn({ provider: provider.name, err: error }, 'A provider did not complete a sign-in.')
    return refuseFlow(context, directory, provider, `S-0-${error.trouble}`, error.message)
  }
}

interface Kept {
  readonly token: string
  readonly flow: SignInFlow
  readonly claims: OidcClaims
  readonly requestId: string | null
}

async function findKept(
  { services, fields, now }: PageContext,
  { organization }: OrganizationDirectory,
  { name }: ProviderConfig,
): Promise<Kept | undefined> {
  const token = fields.answer ?? ''
  if (token.length !== handleLength || organization.deactivatedAt !== null) return undefined
  const flow = await findSignInFlow(services.data.db, { organizationId: organization.id, handle: token, now })
  if (flow?.purpose !== 'answer' || flow.provider !== name || !flow.data.answer) return undefined
  return { token, flow, ...flow.data.answer }
}

/** Lets somebody in whose answer was kept, if this browser has asked for it; asks them if nobody has. */
export async function continueWithSaml(
  context: PageContext,
  directory: OrganizationDirectory,
  provider: ProviderConfig,
): Promise<PageReply> {
  const { services, headers } = context
  const kept = await findKept(context, directory, provider)
  if (!kept) return refuseFlow(context, directory, provider, 'S-1-browser')
  const { token, claims, requestId } = kept
  if (requestId === null) {
    const identity = identityOf(provider, claims)
    return typeof identity === 'string'
      ? refuseFlow(context, directory, provider, identity)
      : askWhetherMeant(provider, token, identity)
  }
  const handle = flowHandle(headers, services.config)
  if (handle === undefined || requestIdOf(handle) !== requestId)
    return refuseFlow(context, directory, provider, 'S-1-browser')
  const flow = await takeFlow(context, directory, provider)
  const isFirst =
    flow && (await services.data.transact(directory.organization.id, (tx) => deleteSignInFlow(tx, token)))
  return flow && isFirst
    ? enterByClaims(context, directory, { provider, claims, flow })
    : refuseFlow(context, directory, provider, 'S-1-browser')
}

const named = ({ fullName, email }: Identity): Markup => ({
  html: bold(fullName).html + (email === '' ? '' : ` (${escapeHtml(email)})`),
})

/** Another site could have sent the browser here, to sign it in to an account that is not its person's. */
const askWhetherMeant = (provider: ProviderConfig, token: string, identity: Identity): PageReply =>
  endsInApp(
    htmlReply(
      200,
      'sign-in.saml.title',
      (say) => `<p>${say('sign-in.saml.text', { service: provider.label, name: named(identity) })}</p>
<form method="post" action="/complete/${escapeHtml(provider.name)}/confirm"><input type="hidden" name="answer" value="${escapeHtml(token)}"><button autofocus>${say('sign-in.sign-in')}</button></form>
<p><a href="/login/">${say('sign-in.other-way')}</a></p>`,
    ),
  )

export const confirmAnswerPage: Page = {
  method: 'POST',
  path: '/complete/:name/confirm',
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const directory = await context.directory()
    const provider = requireProvider(context, directory)
    const kept = await findKept(context, directory, provider)
    const isMeant = kept?.requestId === null
    const isFirst =
      isMeant &&
      (await context.services.data.transact(directory.organization.id, (tx) =>
        deleteSignInFlow(tx, kept.token),
      ))
    if (!kept || !isFirst) return refuseFlow(context, directory, provider, 'S-1-browser')
    const { flow, claims } = kept
    return enterByClaims(context, directory, { provider, claims, flow })
  },
}
