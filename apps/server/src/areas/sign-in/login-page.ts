import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { goTo } from '#http/html.ts'
import { localPath } from '#http/local-path.ts'
import { browserLanguage } from '#http/page-language.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { ldapKey, ldapProvider } from '#model/ldap-identity.ts'
import { Refusal } from '#model/refusal.ts'
import { deleteEndedFlows, insertSignInFlow } from '#store/people/sign-in-flows.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import type { WordId } from '#words/words.ts'
import { deviceCookie, deviceOf } from './device-cookie.ts'
import { afterFirstStep } from './end-flow.ts'
import { flowCookie, flowPad, flowSeconds, handleLength } from './flow-secrets.ts'
import { linkPath } from './link-account-page.ts'
import { loginForm, type LoginForm } from './login-form.ts'
import { loginScript, loginScriptPath } from './login-script.ts'
import { type Known, signInByPassword } from './sign-in-by-password.ts'

const sentences: Readonly<Partial<Record<ErrorCode, WordId>>> = {
  AUTHENTICATION_FAILED: 'sign-in.wrong',
  PASSWORD_AUTH_DISABLED: 'sign-in.no-passwords',
  USER_DEACTIVATED: 'sign-in.deactivated',
}

/** Whether anybody could sign in. */
const hasPeople = ({ users }: OrganizationDirectory): boolean =>
  users.values().some(({ isActive, botType }) => isActive && botType === null)

async function showForm(context: PageContext): Promise<PageReply> {
  const { services, fields } = context
  const directory = await context.directory()
  const next = localPath(fields.next)
  if (directory.organization.deactivatedAt !== null) return closed(context)
  // An app wants a key of its own, whoever is signed in in the browser.
  if (fields.app !== undefined) return formForApp(context, directory, { next })
  if (await context.session()) return goTo(next)
  if (services.config.ldap === undefined && !hasPeople(directory))
    return loginForm(services, directory, { next, notice: 'sign-in.nobody', isClosed: true })
  const notice = fields.ended === undefined ? {} : ({ notice: 'sign-in.signed-out' } as const)
  return loginForm(services, directory, { next, ...notice })
}

async function signIn(context: PageContext): Promise<PageReply> {
  const { services, fields, address, headers } = context
  const { username = '', password = '', stay } = fields
  const directory = await context.directory()
  if (directory.organization.deactivatedAt !== null) return closed(context)
  const next = localPath(fields.next)
  const isApp = fields.app !== undefined
  const stays = isApp || stay !== undefined
  if (isApp && flowPad(headers, services.config) === undefined)
    return formForApp(context, directory, { next })
  try {
    const device = deviceOf({ headers, userAgent: headers['user-agent'] ?? '', address }, services.config)
    const known = await signInByPassword(
      { services, directory, address, device, language: browserLanguage(context) },
      username,
      password,
    )
    const { user } = known
    if (known.kind === 'prove') return await askForProof(context, directory, known, { next, stays, isApp })
    return await afterFirstStep(context, directory, { user, next, method: 'password', stays, isApp })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return loginForm(services, directory, { ...refused(error), next, username, stays, isForApp: isApp })
  }
}

/** Leads on to the page on which a person proves that the account with their address is theirs. */
async function askForProof(
  { services, headers }: PageContext,
  { organization }: OrganizationDirectory,
  { user, person }: Extract<Known, { kind: 'prove' }>,
  { next, stays, isApp }: { readonly next: string; readonly stays: boolean; readonly isApp: boolean },
): Promise<PageReply> {
  const handle = services.time.random.token(handleLength)
  const { issuer, subject } = ldapKey(person)
  const identity = { issuer, subject, email: person.email }
  await services.data.transact(organization.id, async (tx) => {
    await deleteEndedFlows(tx)
    const data = { next, identity, stays }
    const flow = { provider: ldapProvider, purpose: 'link', userId: user.id, data } as const
    await insertSignInFlow(tx, handle, flow, tx.now + flowSeconds)
  })
  const otp = isApp ? flowPad(headers, services.config) : undefined
  return goTo(linkPath, { 'set-cookie': flowCookie(headers, services.config, { handle, otp }) })
}

/** The form for an app. Its pad lies in a cookie, which lasts ten minutes. */
function formForApp(
  { services, headers }: PageContext,
  directory: OrganizationDirectory,
  form: Pick<LoginForm, 'next'>,
): Promise<PageReply> {
  const isLate = flowPad(headers, services.config) === undefined
  return loginForm(
    services,
    directory,
    isLate
      ? {
          ...form,
          isClosed: true,
          problem: 'sign-in.late-app',
        }
      : { ...form, isForApp: true, notice: 'sign-in.for-app' },
  )
}

/** The form's sentence about a refusal. */
const refused = ({ code, message, fields }: Refusal): Pick<LoginForm, 'problem' | 'waitSeconds'> =>
  code === 'RATE_LIMIT_HIT'
    ? { waitSeconds: Math.ceil(Number(fields['retry-after'])) }
    : { problem: sentences[code] ?? refusalWording(message) }

const closed = async ({ services, directory }: PageContext): Promise<PageReply> =>
  loginForm(services, await directory(), {
    next: '/',
    problem: 'sign-in.closed',
    isClosed: true,
  })

// Zulip's address of the form is /accounts/login/; its desktop app knows a signed-out page by /login/ at the end.

export const loginFormPage: Page = {
  method: 'GET',
  path: '/login/',
  limit: 'anonymous',
  async answer(context) {
    const { headers, services } = context
    const reply = await showForm(context)
    // The browser is known by this once somebody has signed in.
    const cookie = deviceCookie(headers, services.config, services.time.random)
    if (cookie === undefined || reply.headers['set-cookie'] !== undefined) return reply
    return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
  },
}

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
