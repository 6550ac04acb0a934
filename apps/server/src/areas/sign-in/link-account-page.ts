import { insertSecurityMail, providerLinkedMail } from '#areas/accounts/security-mails.ts'
import type { Config } from '#config/config.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import { languageOf } from '#directory/language-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, endsInApp, htmlOf, htmlReply, type PageText, readBy, type SayHtml } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byAccount, bySignInService } from '#model/audit.ts'
import { ldapProvider } from '#model/ldap-identity.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { findIdentity, hasIdentityOf, insertIdentity } from '#store/people/external-identities.ts'
import { findFactorWays } from '#store/people/second-factors.ts'
import {
  deleteSignInFlow,
  findSignInFlow,
  type SignInFlow,
  updateSignInFlow,
} from '#store/people/sign-in-flows.ts'
import { updateUser } from '#store/people/users.ts'
import { tokenHash } from '#store/sql/token-hash.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { wordsFor, type WordId } from '#words/words.ts'
import { byProvider, endFlow } from './end-flow.ts'
import { endedSignIn } from './ended-sign-in.ts'
import { flowHandle } from './flow-secrets.ts'
import { followClaims } from './follow-claims.ts'
import { knowsPassword } from './knows-password.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import { providersOf } from './provider-present.ts'
import type { FactorProof } from './use-code.ts'

/** Path of the page on which a person proves that the account with their address is theirs. */
export const linkPath = '/accounts/login/link/'

/** Wrong codes that end the flow. */
const mostTries = 5
const codeLength = 8

/** A service whose people may be linked; the directory has no label of its own. */
type Linkable = Pick<ProviderConfig, 'name' | 'followed'> & { readonly label: string | undefined }

/** An identity that waits for the proof. */
interface Waiting {
  readonly handle: string
  readonly flow: SignInFlow
  readonly identity: NonNullable<SignInFlow['data']['identity']>
  readonly user: UserRecord
  readonly provider: Linkable
  /** True if the account has a second factor: a link would be a way around it. */
  readonly asksFactor: boolean
}

async function findWaiting(
  { services, headers, now }: PageContext,
  directory: OrganizationDirectory,
): Promise<Waiting | undefined> {
  const { organization, users } = directory
  const handle = flowHandle(headers, services.config)
  if (handle === undefined || organization.deactivatedAt !== null) return undefined
  const flow = await findSignInFlow(services.data.db, { organizationId: organization.id, handle, now })
  const user = users.get(flow?.userId ?? 0)
  const provider = linkable(services.config, organization).find(({ name }) => name === flow?.provider)
  if (flow?.purpose !== 'link' || !flow.data.identity || !user?.isActive || !provider) return undefined
  const asksFactor = (await findFactorWays(services.data.db, user.id)) !== undefined
  return { handle, flow, identity: flow.data.identity, user, provider, asksFactor }
}

/** Services and directories whose people may be linked. */
const linkable = (config: Config, organization: OrganizationDirectory['organization']): Linkable[] => [
  ...providersOf(config, organization),
  ...(config.ldap ? [{ name: ldapProvider, label: undefined, followed: undefined }] : []),
]

/** Names a service in a mail. */
const labelFor = ({ label }: Linkable, user: UserRecord): string =>
  label ?? wordsFor(languageOf(user), 'sign-in.link.directory')

const gone = (): PageReply => endedSignIn('sign-in.ended.minutes')

/** The form's answer may lead to an app. */
const form = (waiting: Waiting, problem?: PageText): PageReply =>
  readBy(waiting.user, endsInApp(proofForm(waiting, problem)))

const proofForm = ({ user, provider: { label }, flow, asksFactor }: Waiting, problem?: PageText): PageReply =>
  htmlReply(200, 'sign-in.link.title', (say, language) => {
    const alert = problem === undefined ? '' : `<p role="alert" id="problem">${htmlOf(problem, language)}</p>`
    const asksCode = flow.data.codeHash !== undefined
    const factor = (id: string) => (asksFactor ? factorField(say, id) : '')
    const email = bold(user.deliveryEmail)
    const why =
      label === undefined
        ? say('sign-in.link.text-directory', { email })
        : say('sign-in.link.text', { service: label, email })
    const codeForm = asksCode
      ? `<form method="post"><label for="code">${say('sign-in.link.code')}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus>
${factor('factor-code')}<button>${say('sign-in.sign-in')}</button></form>`
      : `<form method="post"><input type="hidden" name="mail" value="on"><button>${say('sign-in.link.mail')}</button></form>`
    return `<p>${why}</p>
${alert}<form method="post"><label for="password">${say('sign-in.link.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${asksCode ? '' : ' autofocus'}>
${factor('factor')}<button>${say('sign-in.sign-in')}</button></form>
${codeForm}`
  })

const factorField = (
  say: SayHtml,
  id: string,
) => `<label for="${id}">${say('page.app-or-recovery-code')}</label>
<input id="${id}" name="factor" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required>
`

/** Mails a code to the account's address; the browser does not know it. */
async function mailCode(
  context: PageContext,
  { organization }: OrganizationDirectory,
  waiting: Waiting,
): Promise<PageReply> {
  const { services, tooMany } = context
  const { handle, flow, user, provider } = waiting
  const limited = tooMany('send_mail', `to ${user.deliveryEmail.toLowerCase()}`)
  if (limited) return limited
  const code = services.time.random.token(codeLength)
  const data = { ...flow.data, codeHash: tokenHash(code) }
  const facts = { name: user.fullName, organization: organization.name, service: labelFor(provider, user) }
  const words = (id: WordId) => wordsFor(languageOf(user), id, facts)
  await services.data.transact(organization.id, async (tx) => {
    await updateSignInFlow(tx, handle, data)
    await insertMail(tx, {
      to: user.deliveryEmail,
      subject: words('mail.code.subject'),
      text: [words('mail.greeting'), words('mail.code.said'), code, words('mail.code.care')].join('\n\n'),
    })
  })
  return form({ ...waiting, flow: { ...flow, data } })
}

/** Tells whether the mailed code is right. Counts the tries, those at the same time too; the last one ends the flow. */
async function knowsCode(
  { services, now }: PageContext,
  { handle }: Waiting,
  code: string,
  organizationId: number,
): Promise<boolean> {
  return services.data.transact(organizationId, async (tx) => {
    const flow = await findSignInFlow(tx.db, { organizationId, handle, now })
    if (flow?.data.codeHash === undefined) return false
    if (tokenHash(code.trim()) === flow.data.codeHash) return true
    const tries = (flow.data.tries ?? 0) + 1
    if (tries < mostTries) await updateSignInFlow(tx, handle, { ...flow.data, tries })
    else await deleteSignInFlow(tx, handle)
    return false
  })
}

/** Links the identity and signs its person in. */
async function link(
  context: PageContext,
  directory: OrganizationDirectory,
  { handle, flow, identity, user, provider }: Waiting,
  { proof, byMail }: { readonly proof: FactorProof | undefined; readonly byMail: boolean },
): Promise<PageReply> {
  const { services, address } = context
  const { organization } = directory
  const key = { ...identity, provider: provider.name }
  const identityId = await services.data.transact(
    organization.id,
    async (tx) => {
      // Another tab may have been quicker; so may have been the end of the account.
      if (!(await deleteSignInFlow(tx, handle)) || !directory.users.get(user.id)?.isActive) return undefined
      if (await findIdentity(tx.db, tx.organizationId, key)) return undefined
      if (await hasIdentityOf(tx.db, user.id, provider.name)) return undefined
      const concerned = { config: services.config, organization, user }
      await insertSecurityMail(tx, providerLinkedMail(concerned, labelFor(provider, user)))
      if (byMail) await updateUser(tx, user.id, { email_confirmed_at: tx.now })
      tx.audit('identity.linked', { kind: 'user', id: user.id }, { provider: provider.name })
      const id = await insertIdentity(tx, user.id, key)
      const { groups } = identity
      await tx.as(bySignInService(provider.name, address), () =>
        followClaims(
          tx,
          { services, directory },
          { provider, user, identity: { id, givenRole: null }, groups },
        ),
      )
      return id
    },
    { by: byAccount(user, address) },
  )
  if (identityId === undefined) return gone()
  services.security.note('identity.linked', {
    organization: organization.id,
    actor: user.id,
    address,
    target: provider.name,
  })
  const first =
    provider.name === ldapProvider
      ? ({ method: 'password', stays: flow.data.stays ?? true, isApp: true } as const)
      : byProvider({ id: identityId, session: identity.session, name: identity.name })
  return endFlow(context, directory, { ...first, user, next: flow.data.next }, proof)
}

export const linkFormPage: Page = {
  method: 'GET',
  path: linkPath,
  limit: 'anonymous',
  async answer(context) {
    const waiting = await findWaiting(context, await context.directory())
    return waiting ? form(waiting) : gone()
  },
}

export const linkSubmitPage: Page = {
  method: 'POST',
  path: linkPath,
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const { services, fields, address } = context
    const directory = await context.directory()
    const waiting = await findWaiting(context, directory)
    if (!waiting) return gone()
    const { user } = waiting
    if (fields.mail !== undefined) return mailCode(context, directory, waiting)
    if (
      fields.code !== undefined &&
      !(await knowsCode(context, waiting, fields.code, directory.organization.id))
    ) {
      const left = await findWaiting(context, directory)
      return left ? form(left, 'sign-in.link.wrong-code') : gone()
    }
    try {
      const guess = { username: user.deliveryEmail, password: fields.password ?? '' }
      if (fields.code === undefined && !(await knowsPassword({ services, directory, address }, user, guess)))
        return form(waiting, 'sign-in.link.wrong-password')
      const proof = await proveSecondFactor({ services, directory, address }, user, fields.factor)
      return await link(context, directory, waiting, { proof, byMail: fields.code !== undefined })
    } catch (error) {
      const isWrong =
        error instanceof Refusal && ['RATE_LIMIT_HIT', 'AUTHENTICATION_FAILED'].includes(error.code)
      if (isWrong) return form(waiting, refusalWording(error.message))
      throw error
    }
  },
}
