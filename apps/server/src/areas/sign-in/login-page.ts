import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { goTo } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { Refusal } from '#model/refusal.ts'
import { afterFirstStep } from './end-flow.ts'
import { localPath } from './local-path.ts'
import { loginForm, type LoginForm } from './login-form.ts'
import { loginScript, loginScriptPath } from './login-script.ts'
import { signInByPassword } from './sign-in-by-password.ts'

const sentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  AUTHENTICATION_FAILED:
    'The email address or the password is wrong. Check both, or set a new password by “Forgot your password?”.',
  PASSWORD_AUTH_DISABLED: 'Nobody signs in here with a password. Ask your administrators for the way in.',
  USER_DEACTIVATED:
    'Your account is deactivated. Ask the administrators of the organization to reactivate it.',
  REALM_DEACTIVATED: 'This organization is closed. Whoever runs the server can open it again.',
}

const noPeople =
  'Nobody has an account here yet. The server printed a link when it started: open it to become the owner. A restart prints a new one.'

/** Whether anybody could sign in. */
const hasPeople = ({ users }: OrganizationDirectory): boolean =>
  users.values().some(({ isActive, botType }) => isActive && botType === null)

async function showForm(context: PageContext): Promise<PageReply> {
  const { services, fields } = context
  const directory = await context.directory()
  const next = localPath(fields.next)
  if (directory.organization.deactivatedAt !== null) return closed(context)
  if (await context.session()) return goTo(next)
  if (services.config.ldap === undefined && !hasPeople(directory))
    return loginForm(services, directory, { next, notice: noPeople, isClosed: true })
  const notice = fields.ended === undefined ? {} : { notice: 'You were signed out. Sign in to go on.' }
  return loginForm(services, directory, { next, ...notice })
}

async function signIn(context: PageContext): Promise<PageReply> {
  const { services, fields, address } = context
  const { username = '', password = '', stay } = fields
  const directory = await context.directory()
  if (directory.organization.deactivatedAt !== null) return closed(context)
  const next = localPath(fields.next)
  const stays = stay !== undefined
  try {
    const user = await signInByPassword({ services, directory, address }, username, password)
    return await afterFirstStep(context, directory, { user, next, method: 'password', stays, isApp: false })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return loginForm(services, directory, { ...refused(error), next, username, stays })
  }
}

/** The form's sentence about a refusal. */
const refused = ({ code, message, fields }: Refusal): Pick<LoginForm, 'problem' | 'waitSeconds'> =>
  code === 'RATE_LIMIT_HIT'
    ? { waitSeconds: Math.ceil(Number(fields['retry-after'])) }
    : { problem: sentences[code] ?? message }

const closed = async ({ services, directory }: PageContext): Promise<PageReply> =>
  loginForm(services, await directory(), {
    next: '/',
    problem: sentences.REALM_DEACTIVATED ?? '',
    isClosed: true,
  })

// Zulip's address of the form is /accounts/login/; its desktop app knows a signed-out page by /login/ at the end.

export const loginFormPage: Page = { method: 'GET', path: '/login/', limit: 'anonymous', answer: showForm }

export const loginSubmitPage: Page = {
  method: 'POST',
  path: '/login/',
  limit: 'anonymous',
  isOwnForm: true,
  answer: signIn,
}

export const accountsLoginFormPage: Page = { ...loginFormPage, path: '/accounts/login/' }

export const accountsLoginSubmitPage: Page = { ...loginSubmitPage, path: '/accounts/login/' }

export const loginScriptPage: Page = {
  method: 'GET',
  path: loginScriptPath,
  answer: async () => ({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body: loginScript,
  }),
}
