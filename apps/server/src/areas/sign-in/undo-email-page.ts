import { addressUndoPath } from '#areas/accounts/security-mails.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, type FormField, formPage, htmlReply, type PageText, readBy, textReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { limitPage } from '#http/too-many.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { type AddressUndo, findAddressUndo } from '#store/people/address-undos.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { hasFactorBefore } from './forget-factors-since.ts'
import { knowsPassword } from './knows-password.ts'
import { limitGuesses } from './limit-guesses.ts'
import { newPasswordField, passwordProblem } from './password-problem.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import { takeBackAddress } from './take-back-address.ts'

const path = `${addressUndoPath}/:token`

/** A change of address that its link can take back, and whose it is. */
interface Change {
  readonly undo: AddressUndo
  readonly user: UserRecord
  /** True where the second factor that the account had before the change is asked for. */
  readonly asksCode: boolean
}

/**
 * Page that takes a changed address back. The link in the mailbox is not enough: people also leave a mailbox because
 * somebody else reads it. So the page asks for the password that the account had at the time of the change, which whoever
 * stole the account may have replaced since. They know it too: so a new one is set.
 */
export const undoEmailPage: Page = {
  method: 'GET',
  path,
  limit: 'page',
  async answer(context) {
    const directory = await context.directory()
    const change = await findChange(context, directory)
    return change ? ask(directory, change) : gone()
  },
}

export const emailUndonePage: Page = {
  method: 'POST',
  path,
  limit: 'page',
  isOwnForm: true,
  async answer(context) {
    const directory = await context.directory()
    const change = await findChange(context, directory)
    if (!change) return gone()
    try {
      const passwordHash = await prove(context, directory, change)
      return (await carryOut(context, directory, change, passwordHash)) ? done(change) : gone()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return limitPage(error) ?? ask(directory, change, refusalWording(error.message))
    }
  },
}

async function findChange(
  { services, path: { token = '' }, now }: PageContext,
  directory: OrganizationDirectory,
): Promise<Change | undefined> {
  const { db } = services.data
  const undo = await findAddressUndo(db, token, now)
  const user = undo && directory.users.get(undo.userId)
  if (!undo || !user?.isActive || directory.organization.deactivatedAt !== null) return undefined
  return { undo, user, asksCode: await hasFactorBefore(db, user.id, undo.changedAt) }
}

/**
 * Checks that the account is the sender's. Returns the hash of the new password; undefined where the LDAP directory keeps
 * it. Throws a Refusal that says what is wrong.
 */
async function prove(
  { services, fields, address }: PageContext,
  directory: OrganizationDirectory,
  { undo: { passwordHash, formerEmail }, user, asksCode }: Change,
): Promise<string | undefined> {
  const { former = '', password = '', username = '' } = fields
  const { passwords } = services.outside
  const parts = { services, directory, address }
  if (passwordHash === null) {
    if (!(await knowsPassword(parts, user, { username, password: former })))
      throw badRequest('This is not your password. Try again.')
  } else {
    const organizationName = directory.organization.name
    const problem = passwordProblem(password, { ...user, email: formerEmail, organizationName })
    if (problem !== undefined) throw badRequest(problem)
    if (password === former)
      throw badRequest('Whoever changed your address may know this password: choose another one.')
    const isRight = await limitGuesses({ ...parts, user, username: formerEmail }, async () =>
      (await passwords.verify(former, passwordHash)) ? true : undefined,
    )
    if (!isRight)
      throw badRequest('This is not the password that your account had before the change. Try again.')
  }
  if (asksCode) await proveSecondFactor(parts, user, fields.code)
  return passwordHash === null ? undefined : passwords.hash(password)
}

/** Returns false if the link was used, or became too old, in the meantime. */
async function carryOut(
  { services, path: { token = '' }, address }: PageContext,
  directory: OrganizationDirectory,
  { user }: Change,
  passwordHash: string | undefined,
): Promise<boolean> {
  const { id: organization } = directory.organization
  const isDone = await services.data.transact(
    organization,
    async (tx) => {
      const undo = await findAddressUndo(tx.db, token, tx.now)
      const current = directory.users.get(user.id)
      if (!undo || !current?.isActive) return false
      await takeBackAddress(tx, { services, directory }, current, undo, passwordHash)
      return true
    },
    { by: byAccount(user, address) },
  )
  if (isDone) {
    const facts = { organization, actor: user.id, address, target: user.id }
    const changed = passwordHash === undefined ? ['email'] : ['email', 'password']
    services.security.note('account.changed', { ...facts, changed })
  }
  return isDone
}

function ask(
  { organization }: OrganizationDirectory,
  { undo, user, asksCode }: Change,
  problem?: PageText,
): PageReply {
  const isInDirectory = undo.passwordHash === null
  const former: FormField = {
    name: 'former',
    label: isInDirectory ? 'page.password' : 'page.undo.former-password',
    type: 'password',
    value: '',
    autocomplete: 'current-password',
  }
  const username: FormField = {
    name: 'username',
    label: 'page.directory-name',
    value: '',
    autocomplete: 'username',
  }
  const code: FormField = {
    name: 'code',
    label: 'page.app-code',
    hint: 'page.recovery-hint',
    value: '',
    autocomplete: 'one-time-code',
  }
  const facts = {
    organization: organization.name,
    former: bold(undo.formerEmail),
    current: user.deliveryEmail,
  }
  const form = formPage({
    title: 'page.undo.title',
    intro: (say) => `<p>${say('page.undo.effect', facts)}</p>`,
    problem,
    submit: 'page.undo.do',
    fields: [
      ...(isInDirectory
        ? [username, former]
        : [former, { ...newPasswordField, label: 'page.another-password' } as const]),
      ...(asksCode ? [code] : []),
    ],
  })
  return readBy(user, form)
}

const done = ({ undo, user }: Change): PageReply =>
  readBy(
    user,
    htmlReply(200, 'page.undo.done', (say) => {
      const link = { html: `<a href="/login/">${say('page.undo.sign-in')}</a>` }
      return `<p>${say('page.undo.done-text', { email: undo.formerEmail, link })}</p>`
    }),
  )

const gone = (): PageReply => textReply(410, 'page.link-gone', 'page.undo.gone')
