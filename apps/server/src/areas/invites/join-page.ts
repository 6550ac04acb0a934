import { isEmailAddress, wrongPart } from '#areas/accounts/create-account.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { enterBrowser } from '#areas/sign-in/enter-browser.ts'
import { newPasswordField } from '#areas/sign-in/password-problem.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, type FormField, formPage, htmlReply, type PageText, textReply } from '#http/html.ts'
import { browserLanguage } from '#http/page-language.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { Refusal } from '#model/refusal.ts'
import { findInvitationByToken, type Invitation } from '#store/organization/invitations.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { worded } from '#words/words.ts'
import { acceptInvitation, confirmAddress } from './accept-invitation.ts'
import { mayStillInvite, whyClosed } from './rules.ts'
import { botMessage, welcomeText } from './welcome.ts'

/** Page with the sign-up form of an invitation. */
export const joinFormPage: Page = {
  method: 'GET',
  path: '/join/:token',
  limit: 'page',
  async answer(context) {
    const directory = await context.directory()
    const found = await findOpen(context, directory)
    return 'status' in found ? found : form(context.services, directory, found)
  },
}

export const joinSubmitPage: Page = {
  method: 'POST',
  path: '/join/:token',
  limit: 'page',
  isOwnForm: true,
  async answer(context) {
    const limited = context.tooMany('sign_up')
    if (limited) return limited
    const { services, fields } = context
    const directory = await context.directory()
    const invitation = await findOpen(context, directory)
    if ('status' in invitation) return invitation
    const email = invitation.email ?? (fields.email ?? '').trim()
    return asksForAddressFirst(services, invitation)
      ? sendOwnLink(context, directory, invitation, email)
      : join(context, directory, invitation, {
          email,
          name: fields.name ?? '',
          password: fields.password ?? '',
        })
  },
}

/** Tells whether a link for many needs a second link, sent to the address: it does if the server sends mail. */
const asksForAddressFirst = (services: Services, invitation: Invitation) =>
  invitation.email === null && services.config.mail.smtpUrl !== undefined

/** Finds the invitation of a link, or the page that says why it cannot be accepted. */
async function findOpen(
  { services, path, now }: PageContext,
  directory: OrganizationDirectory,
): Promise<Invitation | PageReply> {
  const { organization } = directory
  if (organization.deactivatedAt !== null)
    return textReply(
      410,
      'page.closed.title',
      worded('page.closed.text', { organization: organization.name }),
    )
  const invitation = await findInvitationByToken(services.data.db, organization.id, path.token ?? '')
  const inviter = invitation && directory.users.get(invitation.inviterId)
  const isGiven = invitation && inviter && mayStillInvite(directory, inviter, invitation)
  const reason =
    whyClosed(invitation, now) ?? (isGiven ? undefined : inviter?.isActive ? 'withdrawn' : 'revoked')
  if (invitation && reason === undefined) return invitation
  const [status, title, text] = closedPages[reason ?? 'unknown']
  return textReply(status, title, worded(text, { organization: organization.name }))
}

const closedPages = {
  unknown: [404, 'page.link-broken', 'page.join.unknown'],
  expired: [410, 'page.join.expired', 'page.join.expired-text'],
  revoked: [410, 'page.join.revoked', 'page.join.revoked-text'],
  withdrawn: [410, 'page.join.withdrawn', 'page.join.withdrawn-text'],
  used: [410, 'page.join.used', 'page.join.used-text'],
} as const

function form(
  services: Services,
  directory: OrganizationDirectory,
  invitation: Invitation,
  values: { email?: string; name?: string; problem?: PageText; wrong?: string | undefined } = {},
): PageReply {
  const { name } = directory.organization
  const inviter = directory.users.get(invitation.inviterId)?.fullName ?? ''
  const emailField: FormField = {
    name: 'email',
    label: 'page.email',
    type: 'email',
    value: values.email ?? '',
    autocomplete: 'email',
  }
  const account: readonly FormField[] = [
    { name: 'name', label: 'page.name', value: values.name ?? '', autocomplete: 'name' },
    newPasswordField,
  ]
  const isFirstStep = asksForAddressFirst(services, invitation)
  const { email } = invitation
  return formPage({
    title: worded('page.join.title', { organization: name }),
    intro: (say) =>
      email === null
        ? `<p>${say('page.join.invited', { inviter })}</p>`
        : `<p>${say('page.join.invited-as', { inviter, email: bold(email) })}</p>`,
    problem: values.problem,
    wrong: values.wrong,
    submit: isFirstStep ? 'page.send-link' : 'page.join.join',
    fields: isFirstStep ? [emailField] : invitation.email === null ? [emailField, ...account] : account,
  })
}

async function sendOwnLink(
  { services, tooMany }: PageContext,
  directory: OrganizationDirectory,
  invitation: Invitation,
  email: string,
): Promise<PageReply> {
  if (!isEmailAddress(email))
    return form(services, directory, invitation, { email, problem: 'page.invalid-address' })
  const problem = emailDomainProblem(directory.organization, email)
  if (problem !== undefined)
    return form(services, directory, invitation, { email, problem: refusalWording(problem) })
  const limited = tooMany('send_mail', `to ${email.toLowerCase()}`)
  if (limited) return limited
  // The answer is always the same, so that nobody learns whether the address has an account.
  if (!directory.userByEmail(email)) {
    await services.data.transact(directory.organization.id, (tx) =>
      confirmAddress(tx, directory, services.time.random, services.config, invitation, email),
    )
  }
  const { name } = directory.organization
  return htmlReply(
    200,
    'page.check-mail',
    (say) => `<p>${say('page.join.sent', { email: bold(email), organization: name })}</p>`,
  )
}

async function join(
  context: PageContext,
  directory: OrganizationDirectory,
  invitation: Invitation,
  given: { readonly email: string; readonly name: string; readonly password: string },
): Promise<PageReply> {
  const { services, address } = context
  const {
    outside: { passwords },
    time: { random },
  } = services
  const { organization } = directory
  const { email, name, password } = given
  const again = (problem: PageText, wrong?: string) =>
    form(services, directory, invitation, { email, name, problem, wrong })
  const part = wrongPart({ email, fullName: name, password, organizationName: organization.name })
  if (part) return again(refusalWording(part.problem), part.wrong)
  const problem = emailDomainProblem(organization, email)
  if (problem !== undefined) return again(refusalWording(problem), 'email')
  if (directory.userByEmail(email)) return again('page.join.has-account', 'email')

  const language = browserLanguage(context)
  const text = welcomeText(directory, invitation, language)
  const notice = `${name.trim()} accepted your invitation to join ${organization.name}.`
  const newcomer = {
    email,
    fullName: name.trim(),
    passwordHash: await passwords.hash(password),
    language,
    welcome: text === '' ? undefined : await botMessage(services, directory, 'welcome', text),
    notice: invitation.notifyInviter
      ? await botMessage(services, directory, 'notification', notice)
      : undefined,
  }
  let user
  try {
    user = await services.data.transact(
      organization.id,
      (tx) => acceptInvitation(tx, directory, { random, config: services.config }, invitation, newcomer),
      { by: byStranger(address) },
    )
  } catch (error) {
    if (error instanceof Refusal) return again(refusalWording(error.message))
    throw error
  }
  services.security.note('account.created', {
    organization: organization.id,
    actor: user.id,
    address,
    target: user.id,
    role: user.role,
  })
  return enterBrowser(context, directory, { user, method: 'invitation' })
}
