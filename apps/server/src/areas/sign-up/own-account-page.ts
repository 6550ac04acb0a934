import { wrongPart } from '#areas/accounts/create-account.ts'
import { botMessage, welcomeText } from '#areas/invites/welcome.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { registerPath } from '#areas/organization/sign-up-rules.ts'
import { enterBrowser } from '#areas/sign-in/enter-browser.ts'
import { newPasswordField } from '#areas/sign-in/password-problem.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, formPage, htmlOf, htmlReply, type PageText } from '#http/html.ts'
import { browserLanguage } from '#http/page-language.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { Refusal } from '#model/refusal.ts'
import { findSignUp, type SignUp } from '#store/people/sign-ups.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { worded } from '#words/words.ts'
import { makeOwnAccount } from './make-own-account.ts'
import { signInLine, signUpClosed } from './sign-up-closed.ts'

/** Page behind the mailed link, which asks for a name and a password. */
export const ownAccountFormPage: Page = {
  method: 'GET',
  path: `${registerPath}:token`,
  limit: 'page',
  async answer(context) {
    const directory = await context.directory()
    const found = await findOpen(context, directory)
    return 'status' in found ? found : form(directory, found)
  },
}

export const ownAccountSubmitPage: Page = {
  method: 'POST',
  path: `${registerPath}:token`,
  limit: 'page',
  isOwnForm: true,
  async answer(context) {
    const limited = context.tooMany('sign_up')
    if (limited) return limited
    const directory = await context.directory()
    const found = await findOpen(context, directory)
    return 'status' in found ? found : join(context, directory, found)
  },
}

/** Finds who asked for a link, or the page that says why it makes no account. */
async function findOpen(
  { services, path: { token = '' }, now }: PageContext,
  directory: OrganizationDirectory,
): Promise<SignUp | PageReply> {
  const closed = signUpClosed(services.config, directory)
  if (closed) return closed
  const { organization } = directory
  const found = await findSignUp(services.data.db, organization.id, token, now)
  if (!found) return gone()
  const { email } = found
  if (directory.userByEmail(email))
    return htmlReply(
      410,
      'page.register.taken',
      (say) =>
        `<p>${say('page.register.taken-text', { email: bold(email) })}</p>\n${signInLine(say, found.next)}`,
    )
  // The domains may have changed since the address was asked for.
  const problem = emailDomainProblem(organization, email)
  if (problem === undefined) return found
  return htmlReply(
    403,
    'page.register.refused',
    (say, language) =>
      `<p>${htmlOf(refusalWording(problem), language)}</p>\n<p><a href="${registerPath}">${say('page.register.other-address')}</a></p>`,
  )
}

const gone = (): PageReply =>
  htmlReply(
    410,
    'page.link-gone',
    (say) =>
      `<p>${say('page.register.gone')} <a href="${registerPath}">${say('page.register.another')}</a></p>\n${signInLine(say)}`,
  )

const form = (
  { organization }: OrganizationDirectory,
  { email }: SignUp,
  values: { readonly name?: string; readonly problem?: PageText; readonly wrong?: string | undefined } = {},
): PageReply =>
  formPage({
    title: worded('page.register.title', { organization: organization.name }),
    intro: (say) => `<p>${say('page.register.as', { email: bold(email) })}</p>`,
    problem: values.problem,
    wrong: values.wrong,
    submit: 'page.register.make',
    fields: [
      { name: 'name', label: 'page.name', value: values.name ?? '', autocomplete: 'name' },
      newPasswordField,
    ],
  })

async function join(
  context: PageContext,
  directory: OrganizationDirectory,
  found: SignUp,
): Promise<PageReply> {
  const { services, address, fields } = context
  const { config, data, outside, time, security } = services
  const { organization } = directory
  const { name = '', password = '' } = fields
  const again = (text: string, wrong?: string) =>
    form(directory, found, { name, problem: refusalWording(text), wrong })
  const owner = { email: found.email, fullName: name, organizationName: organization.name }
  const part = wrongPart({ ...owner, password })
  if (part) return again(part.problem, part.wrong)

  const language = browserLanguage(context)
  const text = welcomeText(directory, { welcomeText: null }, language)
  const account = {
    token: context.path.token ?? '',
    fullName: name.trim(),
    passwordHash: await outside.passwords.hash(password),
    language,
    welcome: text === '' ? undefined : await botMessage(services, directory, 'welcome', text),
  }
  let user
  try {
    user = await data.transact(
      organization.id,
      (tx) => makeOwnAccount(tx, directory, { random: time.random, config }, account),
      { by: byStranger(address) },
    )
  } catch (error) {
    if (error instanceof Refusal) return again(error.message)
    throw error
  }
  if (!user) return signUpClosed(config, directory) ?? gone()
  security.note('account.created', {
    organization: organization.id,
    actor: user.id,
    address,
    target: user.id,
    role: user.role,
  })
  return enterBrowser(context, directory, { user, method: 'sign_up', next: found.next })
}
