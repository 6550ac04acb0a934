import { isEmailAddress } from '#areas/accounts/create-account.ts'
import { endCredentials } from '#areas/accounts/end-credentials.ts'
import { insertSecurityMail, passwordResetMail } from '#areas/accounts/security-mails.ts'
import type { Services } from '#call/services.ts'
import { languageOf } from '#directory/language-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { endAllAccessTokens } from '#events/end-access-tokens.ts'
import { endAllSessions } from '#events/end-sessions.ts'
import { bold, type FormField, formPage, htmlReply, type PageText, readBy } from '#http/html.ts'
import { networkOf } from '#http/networks.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { insertAndDeleteMail, insertMail } from '#store/notifying/outgoing-mail.ts'
import { deleteKnownDevices } from '#store/people/known-devices.ts'
import {
  deletePasswordResets,
  findPasswordReset,
  insertPasswordReset,
} from '#store/people/password-resets.ts'
import { findFactorWays } from '#store/people/second-factors.ts'
import { forgetNetworks, noteNetwork } from '#store/people/sign-in-networks.ts'
import { updateUser } from '#store/people/users.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { languageFor, worded, wordsFor, type WordId } from '#words/words.ts'
import { enterBrowser } from './enter-browser.ts'
import { hasLdapPassword } from './has-ldap-password.ts'
import { newPasswordField, passwordProblem } from './password-problem.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import type { FactorProof } from './use-code.ts'

const path = '/accounts/password/reset'
/** In seconds. Some servers hold mail from unknown servers back for a quarter of an hour. */
const validity = 3600

/**
 * Page that asks for the address of a forgotten password. It also gives a first password to users without one, unless
 * LDAP keeps theirs.
 */
export const passwordResetFormPage: Page = {
  method: 'GET',
  path,
  limit: 'page',
  answer: async () => askForEmail(),
}

export const passwordResetMailPage: Page = {
  method: 'POST',
  path,
  limit: 'page',
  async answer({ services, fields, tooMany, directory: directoryOf }) {
    const email = (fields.email ?? '').trim()
    if (!isEmailAddress(email)) return askForEmail(email, 'page.invalid-address')
    const limited = tooMany('sign_up') ?? tooMany('send_mail', `to ${email.toLowerCase()}`)
    if (limited) return limited
    const directory = await directoryOf()
    const user = directory.userByEmail(email)
    const isMeant = user?.isActive === true && user.botType === null
    const isOpen = directory.organization.deactivatedAt === null
    await answerByMail(services, directory, isMeant && isOpen ? user : undefined)
    // The same answer for everybody, so that nobody learns who has an account.
    const facts = { email: bold(email), organization: directory.organization.name }
    return htmlReply(200, 'page.check-mail', (say) => `<p>${say('page.reset.sent', facts)}</p>`)
  },
}

export const newPasswordFormPage: Page = {
  method: 'GET',
  path: `${path}/:token`,
  limit: 'page',
  async answer(context) {
    const user = await findUser(context, await context.directory())
    return user ? askForPassword(context, user) : gone()
  },
}

export const newPasswordSubmitPage: Page = {
  method: 'POST',
  path: `${path}/:token`,
  limit: 'page',
  isOwnForm: true,
  async answer(context) {
    const directory = await context.directory()
    const user = await findUser(context, directory)
    if (!user) return gone()
    const { services, fields, address } = context
    const token = context.path.token ?? ''
    const { password = '' } = fields
    const owner = { ...user, email: user.deliveryEmail, organizationName: directory.organization.name }
    const problem = passwordProblem(password, owner)
    if (problem !== undefined) return askForPassword(context, user, refusalWording(problem))
    // The mailbox alone must not be a way around the second factor.
    let proof: FactorProof | undefined
    try {
      proof = await proveSecondFactor({ services, directory, address }, user, fields.code)
    } catch (error) {
      if (error instanceof Refusal) return askForPassword(context, user, refusalWording(error.message))
      throw error
    }
    const passwordHash = await services.outside.passwords.hash(password)
    const done = await services.data.transact(
      directory.organization.id,
      async (tx) => {
        if ((await findPasswordReset(tx.db, token, tx.now)) !== user.id) return false
        const current = directory.users.get(user.id) ?? user
        await updateUser(tx, user.id, { password_hash: passwordHash, email_confirmed_at: tx.now })
        tx.audit('password.changed', { kind: 'user', id: user.id }, { by: 'mail' })
        // An attacker who had the password may have the key too.
        await endCredentials(tx, services.time.random, current)
        await endAllSessions(tx, user.id)
        await endAllAccessTokens(tx, user.id)
        await forgetNetworks(tx, user.id)
        await deleteKnownDevices(tx, user.id)
        await noteNetwork(tx, user.id, networkOf(address))
        const concerned = { config: services.config, organization: directory.organization, user: current }
        await insertSecurityMail(tx, passwordResetMail(concerned))
        return true
      },
      { by: byAccount(user, address) },
    )
    if (!done) return gone()
    services.security.note('password.reset', {
      organization: directory.organization.id,
      actor: user.id,
      address,
      target: user.id,
    })
    return enterBrowser(context, directory, { user, method: 'reset', proof })
  },
}

async function findUser(
  { services, path: { token = '' }, now }: PageContext,
  directory: OrganizationDirectory,
): Promise<UserRecord | undefined> {
  if (directory.organization.deactivatedAt !== null) return undefined
  const id = await findPasswordReset(services.data.db, token, now)
  const user = id === undefined ? undefined : directory.users.get(id)
  return user?.isActive && !(await hasLdapPassword(services, services.data.db, user.id)) ? user : undefined
}

/**
 * Mails a link or, if LDAP keeps the password, a hint to change it there: only the mailbox's owner learns which. For an
 * unknown address, does the same work and undoes it, so that the time does not tell who has an account.
 */
async function answerByMail(
  services: Services,
  { organization }: OrganizationDirectory,
  user: UserRecord | undefined,
): Promise<void> {
  const isInDirectory = await hasLdapPassword(services, services.data.db, user?.id ?? 0)
  const token = services.time.random.token(32)
  const link = `${organizationUrl(services.config, organization)}${path}/${token}`
  const language = user ? languageOf(user) : languageFor(organization.settings.default_language)
  const words = (id: WordId) => wordsFor(language, id, { organization: organization.name, link })
  const asked = `${words('mail.hello')}\n\n${words('mail.reset.asked')}`
  const linkMail = {
    to: user?.deliveryEmail ?? '',
    subject: words('mail.reset.subject'),
    text: [asked, words('mail.reset.link'), words('mail.reset.once')].join('\n\n'),
  }
  const directoryMail = {
    to: user?.deliveryEmail ?? '',
    subject: words('mail.reset.directory-subject'),
    text: `${asked}\n\n${words('mail.reset.directory')}`,
  }
  await services.data.transact(organization.id, async (tx) => {
    await deletePasswordResets(tx, user?.id ?? 0)
    if (!user) await insertAndDeleteMail(tx, linkMail)
    else if (isInDirectory) await insertMail(tx, directoryMail)
    else {
      await insertPasswordReset(tx, user.id, token, tx.now + validity)
      await insertMail(tx, linkMail)
    }
  })
}

const gone = (): PageReply =>
  htmlReply(
    410,
    'page.link-gone',
    (say) => `<p>${say('page.reset.gone')} <a href="${path}">${say('page.reset.another')}</a></p>`,
  )

const askForEmail = (value = '', problem?: PageText): PageReply =>
  formPage({
    title: 'page.reset.title',
    problem,
    submit: 'page.send-link',
    fields: [{ name: 'email', label: 'page.email', type: 'email', value, autocomplete: 'email' }],
  })

async function askForPassword(
  { services }: PageContext,
  user: UserRecord,
  problem?: PageText,
): Promise<PageReply> {
  const asksCode = (await findFactorWays(services.data.db, user.id)) !== undefined
  const form = formPage({
    title: worded('page.reset.for', { email: user.deliveryEmail }),
    problem,
    submit: 'page.reset.set',
    fields: [newPasswordField, ...(asksCode ? [codeField] : [])],
  })
  return readBy(user, form)
}

const codeField: FormField = {
  name: 'code',
  label: 'page.app-code',
  hint: 'page.reset.code-hint',
  value: '',
  autocomplete: 'one-time-code',
}
