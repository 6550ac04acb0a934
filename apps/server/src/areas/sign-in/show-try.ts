import { roles } from '@tagma/contract/roles.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { isOnlyOwner } from '#areas/users/role-rules.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { escapeHtml, htmlOf, htmlReply, type PageText } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import { must } from '#model/must.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import type { UserRecord } from '#model/records.ts'
import type { LinkedIdentity } from '#store/people/external-identities.ts'
import type { SignInFlow } from '#store/people/sign-in-flows.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { worded, wordsFor, type WordId, type Wording } from '#words/words.ts'
import { roleAfter } from './claimed-groups.ts'
import { decideAbout } from './decide-about.ts'
import { type FlowProblem, flowProblemPage, flowSentence } from './flow-problem.ts'
import { planGroups } from './follow-claims.ts'
import { type Decision, type Identity, identityOf } from './identity-rules.ts'

interface Tried {
  readonly provider: ProviderConfig
  readonly claims: OidcClaims
  readonly flow: SignInFlow
}

/** Shows an owner which claims a provider names, and what a sign-in with them would do. Changes nothing. */
export async function showTry(
  context: PageContext,
  directory: OrganizationDirectory,
  { provider, claims, flow }: Tried,
): Promise<PageReply> {
  const { user } = (await context.session()) ?? {}
  if (user?.id !== flow.userId || !isOwner(user))
    return flowProblemPage('S-1-browser', provider, directory.organization.name)
  const sentences = await outcomes(context, directory, provider, claims)
  const rows = Object.entries(claims)
    .map(
      ([name, value]) =>
        `<dt><code>${escapeHtml(name)}</code></dt><dd dir="auto">${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</dd>`,
    )
    .join('')
  return htmlReply(
    200,
    worded('sign-in.try.title', { service: provider.label }),
    (say, language) => `<p>${say('sign-in.try.unchanged')}</p>
<h2>${say('sign-in.try.would')}</h2>
<ul>${sentences.map((sentence) => `<li>${htmlOf(sentence, language)}</li>`).join('')}</ul>
<h2>${say('sign-in.try.claims')}</h2>
<dl>${rows}</dl>
<p><a href="/#organization/auth-methods">${say('sign-in.try.back')}</a></p>`,
  )
}

async function outcomes(
  { services }: PageContext,
  directory: OrganizationDirectory,
  provider: ProviderConfig,
  claims: OidcClaims,
): Promise<PageText[]> {
  const about = { label: provider.label, organization: directory.organization.name }
  const refused = (code: FlowProblem): PageText[] => [
    (language) =>
      wordsFor(language, 'sign-in.try.refused', { code, reason: flowSentence(code, about)(language) }),
  ]
  const identity = identityOf(provider, claims)
  if (typeof identity === 'string') return refused(identity)
  const { linked, decision } = await decideAbout(services.data.db, directory, provider, identity)
  if (decision.kind === 'refuse') return refused(decision.code)
  const problem = decision.kind === 'create' ? newcomerProblem(directory, identity) : undefined
  if (problem !== undefined) return refused(problem)
  const user =
    'userId' in decision ? must(directory.users.get(decision.userId), 'an account was found') : undefined
  return [
    sentenceFor(decision, identity, user),
    identity.isVerified ? 'sign-in.try.verified' : 'sign-in.try.unverified',
    identity.hasStep ? 'sign-in.try.step-asked' : 'sign-in.try.step-here',
    ...groupSentences(directory, provider, { identity, user, linked }),
  ]
}

const newcomerProblem = (
  directory: OrganizationDirectory,
  { email, fullName }: Identity,
): FlowProblem | undefined =>
  emailDomainProblem(directory.organization, email) !== undefined
    ? 'S-6-domain'
    : nameTakenProblem(directory, fullName) !== undefined
      ? 'S-6-name'
      : undefined

function sentenceFor(
  { kind }: Exclude<Decision, { readonly kind: 'refuse' }>,
  { email, fullName }: Identity,
  user: UserRecord | undefined,
): Wording {
  if (kind === 'create') return worded('sign-in.try.create', { name: fullName, email })
  const { fullName: name, deliveryEmail } = must(user, 'only a new account has nobody')
  return worded(`sign-in.try.${kind}`, { name, email: deliveryEmail })
}

function groupSentences(
  directory: OrganizationDirectory,
  provider: ProviderConfig,
  about: {
    readonly identity: Identity
    readonly user: UserRecord | undefined
    readonly linked: LinkedIdentity | undefined
  },
): PageText[] {
  const { followed, groupsClaim } = provider
  const { groups } = about.identity
  if (!followed || !groups) return ['sign-in.try.not-followed']
  if (groups.kind !== 'named')
    return [groups.kind === 'cut' ? 'sign-in.try.cut' : worded('sign-in.try.no-list', { claim: groupsClaim })]
  const { user, linked } = about
  const current = { role: user?.role ?? roles.member, given: linked?.givenRole ?? null }
  const next = roleAfter(followed, current, groups.role)
  const isKept = next === undefined || (user !== undefined && isOnlyOwner(directory, user))
  const { joined, left, problems } = planGroups(directory, provider.name, user ?? { id: 0 }, groups.groups)
  const names = (of: readonly (string | { readonly name: string })[]) =>
    of.map((one) => (typeof one === 'string' ? one : one.name)).join(', ')
  return [
    withRole(isKept ? 'sign-in.try.role-stays' : 'sign-in.try.role-becomes', isKept ? current.role : next),
    groups.groups.length === 0
      ? 'sign-in.try.no-groups'
      : worded('sign-in.try.groups', { groups: groups.groups.join(', ') }),
    ...(joined.length === 0 ? [] : [worded('sign-in.try.joins', { groups: names(joined) })]),
    ...(left.length === 0 ? [] : [worded('sign-in.try.leaves', { groups: names(left) })]),
    ...problems.map(refusalWording),
  ]
}

const withRole =
  (id: WordId, role: number): Wording =>
  (language) =>
    wordsFor(language, id, { role: wordsFor(language, roleWords[role] ?? 'sign-in.role.member') })

const roleWords: Readonly<Record<number, WordId>> = {
  [roles.owner]: 'sign-in.role.owner',
  [roles.administrator]: 'sign-in.role.administrator',
  [roles.moderator]: 'sign-in.role.moderator',
  [roles.member]: 'sign-in.role.member',
  [roles.guest]: 'sign-in.role.guest',
}
