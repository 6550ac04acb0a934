import { roles } from '@tagma/contract/roles.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { isOnlyOwner } from '#areas/users/role-rules.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { escapeHtml, htmlReply } from '#http/html.ts'
import type { PageContext, PageReply } from '#http/page.ts'
import { must } from '#model/must.ts'
import type { OidcClaims } from '#model/oidc-claims.ts'
import type { UserRecord } from '#model/records.ts'
import type { LinkedIdentity } from '#store/people/external-identities.ts'
import type { SignInFlow } from '#store/people/sign-in-flows.ts'
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
    `What ${provider.label} says`,
    `<p>You are still signed in as before, and nothing was changed.</p>
<h2>What a sign-in would do</h2>
<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul>
<h2>Claims</h2>
<dl>${rows}</dl>
<p><a href="/#organization/auth-methods">Back to the organization</a></p>`,
  )
}

async function outcomes(
  { services }: PageContext,
  directory: OrganizationDirectory,
  provider: ProviderConfig,
  claims: OidcClaims,
): Promise<string[]> {
  const about = { label: provider.label, organization: directory.organization.name }
  const refused = (code: FlowProblem) => [`Refused (${code}): ${flowSentence(code, about)}`]
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
    identity.isVerified
      ? 'The address counts as verified.'
      : 'The address does not count as verified: for accounts with it, and for new ones, that matters.',
    identity.hasStep
      ? 'A second step here is not asked for: the service has asked for one.'
      : 'Whoever has a second step here is asked for it.',
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
  { kind }: Decision,
  { email, fullName }: Identity,
  user: UserRecord | undefined,
): string {
  const whose = user ? `the account of ${user.fullName} (${user.deliveryEmail})` : ''
  switch (kind) {
    case 'enter':
      return `Signs in to ${whose}, which is linked to this person.`
    case 'prove':
      return `Asks for a proof of ${whose}, once: by its password or a code in a mail. Then the two are linked.`
    case 'link':
      return `Links ${whose} without a proof, and signs in to it.`
    case 'claim':
      return `Gives ${whose} to this person, because nobody ever confirmed its address. Its password, keys, sessions and tokens end.`
    case 'create':
      return `Makes an account for ${fullName} with the address ${email}.`
    case 'refuse':
      return ''
  }
}

function groupSentences(
  directory: OrganizationDirectory,
  provider: ProviderConfig,
  about: {
    readonly identity: Identity
    readonly user: UserRecord | undefined
    readonly linked: LinkedIdentity | undefined
  },
): string[] {
  const { followed, groupsClaim } = provider
  const { groups } = about.identity
  if (!followed || !groups) return ['Groups and roles are not followed: GROUPS and ROLES are not set.']
  if (groups.kind !== 'named')
    return [
      groups.kind === 'cut'
        ? 'Groups and role stay: the service says that there are too many groups to name. Let it name roles of the application.'
        : `Groups and role stay: there is no list in the claim “${groupsClaim}”.`,
    ]
  const { user, linked } = about
  const current = { role: user?.role ?? roles.member, given: linked?.givenRole ?? null }
  const next = roleAfter(followed, current, groups.role)
  const isKept = next === undefined || (user !== undefined && isOnlyOwner(directory, user))
  const { joined, left, problems } = planGroups(directory, provider.name, user ?? { id: 0 }, groups.groups)
  const names = (of: readonly (string | { readonly name: string })[]) =>
    of.map((one) => (typeof one === 'string' ? one : one.name)).join(', ')
  return [
    isKept ? `Role: stays ${roleName(current.role)}.` : `Role: becomes ${roleName(next)}.`,
    groups.groups.length === 0 ? 'Groups here: none.' : `Groups here: ${groups.groups.join(', ')}.`,
    ...(joined.length === 0 ? [] : [`Joins: ${names(joined)}.`]),
    ...(left.length === 0 ? [] : [`Leaves: ${names(left)}.`]),
    ...problems,
  ]
}

const roleName = (role: number): string =>
  Object.entries(roles).find(([, number]) => number === role)?.[0] ?? String(role)
