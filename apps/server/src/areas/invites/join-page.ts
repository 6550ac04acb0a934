import { accountProblem, isEmailAddress } from '#areas/accounts/create-account.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { enterBrowser } from '#areas/sign-in/enter-browser.ts'
import { newPasswordField } from '#areas/sign-in/password-problem.ts'
import type { Services } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { escapeHtml, type FormField, formPage, htmlReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byStranger } from '#model/audit.ts'
import { Refusal } from '#model/refusal.ts'
import { findInvitationByToken, type Invitation } from '#store/organization/invitations.ts'
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
    return htmlReply(410, 'This organization is closed', '<p>{name} has been deactivated.</p>', {
      name: organization.name,
    })
  const invitation = await findInvitationByToken(services.data.db, organization.id, path.token ?? '')
  const inviter = invitation && directory.users.get(invitation.inviterId)
  const isGiven = invitation && inviter && mayStillInvite(directory, inviter, invitation)
  const reason =
    whyClosed(invitation, now) ?? (isGiven ? undefined : inviter?.isActive ? 'withdrawn' : 'revoked')
  if (invitation && reason === undefined) return invitation
  const [status, title, text] = closedPages[reason ?? 'unknown']
  return htmlReply(status, title, `<p>${text}</p>`, { name: organization.name })
}

const closedPages = {
  unknown: [404, 'This link does not work', 'It may be incomplete. Ask somebody at {name} for another one.'],
  expired: [410, 'This invitation has expired', 'Ask the person who invited you to {name} to send it again.'],
  revoked: [410, 'This invitation was revoked', 'Ask somebody at {name} for another one.'],
  withdrawn: [
    410,
    'This invitation is no longer valid',
    'Its maker may no longer invite people to {name} like this. Ask somebody else there for another one.',
  ],
  used: [410, 'This invitation was used', 'You have an account in {name}: sign in with your email address.'],
} as const

function form(
  services: Services,
  directory: OrganizationDirectory,
  invitation: Invitation,
  values: { email?: string; name?: string; problem?: string } = {},
): PageReply {
  const { name } = directory.organization
  const inviter = directory.users.get(invitation.inviterId)?.fullName ?? ''
  const emailField: FormField = {
    name: 'email',
    label: 'Your email address',
    type: 'email',
    value: values.email ?? '',
    autocomplete: 'email',
  }
  const account: readonly FormField[] = [
    { name: 'name', label: 'Your name', value: values.name ?? '', autocomplete: 'name' },
    newPasswordField,
  ]
  const isFirstStep = asksForAddressFirst(services, invitation)
  const as = invitation.email === null ? '' : ` as <b>${escapeHtml(invitation.email)}</b>`
  return formPage({
    title: `Join ${name}`,
    intro: `<p>${escapeHtml(inviter)} invites you to join${as}.</p>`,
    problem: values.problem,
    submit: isFirstStep ? 'Send me a link' : 'Join',
    fields: isFirstStep ? [emailField] : invitation.email === null ? [emailField, ...account] : account,
  })
}

async function sendOwnLink(
  { services, tooMany }: PageContext,
  directory: OrganizationDirectory,
  invitation: Invitation,
  email: string,
): Promise<PageReply> {
  const problem = isEmailAddress(email)
    ? emailDomainProblem(directory.organization, email)
    : 'Enter a valid email address.'
  if (problem !== undefined) return form(services, directory, invitation, { email, problem })
  const limited = tooMany('send_mail', `to ${email.toLowerCase()}`)
  if (limited) return limited
  // The answer is always the same, so that nobody learns whether the address has an account.
  if (!directory.userByEmail(email)) {
    await services.data.transact(directory.organization.id, (tx) =>
      confirmAddress(tx, directory, services.time.random, services.config, invitation, email),
    )
  }
  return htmlReply(200, 'Check your mail', '<p>A mail to <b>{email}</b> has the link to join {name}.</p>', {
    email,
    name: directory.organization.name,
  })
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
  const again = (problem: string) => form(services, directory, invitation, { email, name, problem })
  const problem =
    accountProblem({ email, fullName: name, password, organizationName: organization.name }) ??
    emailDomainProblem(organization, email)
  if (problem !== undefined) return again(problem)
  if (directory.userByEmail(email))
    return again('This email address has an account already: sign in with it.')

  const text = welcomeText(directory, invitation)
  const notice = `${name.trim()} accepted your invitation to join ${organization.name}.`
  const newcomer = {
    email,
    fullName: name.trim(),
    passwordHash: await passwords.hash(password),
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
    if (error instanceof Refusal) return again(error.message)
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
