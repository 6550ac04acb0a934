import { createHmac } from 'node:crypto'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { endsInApp, escapeHtml, htmlReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { PasskeyPlace } from '#ports/passkeys.ts'
import { listPasskeys, type PasskeyRecord } from '#store/people/passkeys.ts'
import { findSecondFactor } from '#store/people/second-factors.ts'
import {
  deleteSignInFlow,
  findSignInFlow,
  type FirstStep,
  updateSignInFlow,
} from '#store/people/sign-in-flows.ts'
import { secondFactorPath } from './ask-second-factor.ts'
import { endFlow } from './end-flow.ts'
import { flowHandle } from './flow-secrets.ts'
import { loginScriptUrl } from './login-script.ts'
import { requestOptions } from './passkey-options.ts'
import { parsed } from './passkey-page.ts'
import { placeOfUrl } from './passkey-place.ts'
import { type CodeParts, type FactorProof, useCode } from './use-code.ts'
import { usePasskey } from './use-passkey.ts'

/** Wrong codes that end the sign-in. */
const mostTries = 5

/** Somebody who has taken the first step. */
interface Waiting {
  readonly handle: string
  readonly user: UserRecord
  readonly first: FirstStep
  readonly next: string
  readonly passkeys: readonly PasskeyRecord[]
  readonly hasApp: boolean
  readonly place: PasskeyPlace
}

/** The challenge of this sign-in: it ends with the flow, and only this browser has what it is made from. */
const challengeOfFlow = (handle: string) => createHmac('sha256', handle).update('passkey').digest('base64url')

async function findWaiting(
  { services, headers, now }: PageContext,
  { organization, users }: OrganizationDirectory,
): Promise<Waiting | undefined> {
  const handle = flowHandle(headers, services.config)
  if (handle === undefined || organization.deactivatedAt !== null) return undefined
  const flow = await findSignInFlow(services.data.db, { organizationId: organization.id, handle, now })
  const user = users.get(flow?.userId ?? 0)
  if (flow?.purpose !== 'second_factor' || !flow.data.first || !user?.isActive) return undefined
  const passkeys = await listPasskeys(services.data.db, user.id)
  const hasApp = (await findSecondFactor(services.data.db, user.id)) !== undefined
  const place = placeOfUrl(organizationUrl(services.config, organization))
  return { handle, user, first: flow.data.first, next: flow.data.next, passkeys, hasApp, place }
}

const gone = (): PageReply =>
  htmlReply(
    410,
    'This sign-in has ended',
    '<p>It took more than ten minutes, was completed, or had too many wrong codes. <a href="/login/">Sign in again.</a></p>',
  )

/** The form. It works without a script, and its answer may lead to an app. */
function form({ fields }: PageContext, waiting: Waiting, problem?: string): PageReply {
  const { hasApp, passkeys } = waiting
  const isRecovery = fields.with === 'recovery' || !hasApp
  const wrong = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
  const alert = problem === undefined ? '' : `<p role="alert" id="problem">${escapeHtml(problem)}</p>\n`
  const field = isRecovery
    ? `<label for="code">Recovery code</label>
<p class="hint" id="about">One of the ten that you kept when you set up the second step. It works once.</p>
<input id="code" name="code" autocomplete="off"`
    : `<label for="code">Code from your app</label>
<p class="hint" id="about">Six digits. Your authenticator app shows another code every half minute.</p>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code"`
  const other = isRecovery
    ? hasApp
      ? `<a href="${secondFactorPath}">Use a code from your app</a>`
      : ''
    : `<a href="${secondFactorPath}?with=recovery">Use a recovery code</a>`
  return endsInApp(
    htmlReply(
      200,
      'One more step',
      `${alert}${passkeys.length > 0 ? passkeyWay(waiting) : ''}<form method="post" action="${secondFactorPath}${isRecovery ? '?with=recovery' : ''}">
${field} autocapitalize="none" spellcheck="false" required autofocus${wrong || ' aria-describedby="about"'}>
<button>Sign in</button>
</form>
<p>${other}${other === '' ? '' : ' · '}<a href="/login/">Sign in as somebody else</a></p>`,
      {},
      passkeys.length > 0 ? loginScriptUrl : undefined,
    ),
  )
}

/** Hidden where the browser knows no passkeys; the script shows it. */
const passkeyWay = ({ handle, passkeys, place }: Waiting) =>
  `<form method="post" action="${secondFactorPath}" id="passkey" data-options="${escapeHtml(JSON.stringify(requestOptions(place, challengeOfFlow(handle), passkeys)))}" hidden>
<input type="hidden" name="passkey">
<button>Use a passkey</button>
<p role="alert" id="passkey-problem" hidden></p>
</form>
`

/** Counts a wrong code, those at the same time too. Returns false once the sign-in has ended by it. */
async function countWrong(
  { services, now }: PageContext,
  organizationId: number,
  handle: string,
): Promise<boolean> {
  return services.data.transact(organizationId, async (tx) => {
    const flow = await findSignInFlow(tx.db, { organizationId, handle, now })
    if (!flow) return false
    const tries = (flow.data.tries ?? 0) + 1
    if (tries >= mostTries) await deleteSignInFlow(tx, handle)
    else await updateSignInFlow(tx, handle, { ...flow.data, tries })
    return tries < mostTries
  })
}

export const secondFactorFormPage: Page = {
  method: 'GET',
  path: secondFactorPath,
  limit: 'anonymous',
  async answer(context) {
    const waiting = await findWaiting(context, await context.directory())
    return waiting ? form(context, waiting) : gone()
  },
}

export const secondFactorSubmitPage: Page = {
  method: 'POST',
  path: secondFactorPath,
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const { services, address, fields } = context
    const directory = await context.directory()
    const { id } = directory.organization
    const waiting = await findWaiting(context, directory)
    if (!waiting) return gone()
    const { handle, user, first, next } = waiting
    try {
      const proof = await proofOf({ services, directory, address }, waiting, fields)
      if (!proof)
        return (await countWrong(context, id, handle)) ? form(context, waiting, wrongCode(context)) : gone()
      // Another tab may have been quicker.
      const isFirst = await services.data.transact(id, (tx) => deleteSignInFlow(tx, handle))
      return isFirst ? await endFlow(context, directory, { ...first, user, next }, proof) : gone()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'RATE_LIMIT_HIT')
        return form(context, waiting, error.message)
      throw error
    }
  },
}

/** Looks at what was given: a passkey, or a code. */
async function proofOf(
  parts: CodeParts,
  { handle, user }: Waiting,
  { passkey, code }: PageContext['fields'],
): Promise<FactorProof | undefined> {
  if (passkey === undefined) return useCode(parts, user, code ?? '')
  const use = { answer: parsed(passkey), challenge: challengeOfFlow(handle), user }
  return (await usePasskey(parts, use)) && 'passkey'
}

const wrongCode = ({ fields }: PageContext) =>
  fields.passkey !== undefined
    ? 'This passkey is not one of yours, or was removed.'
    : fields.with === 'recovery'
      ? 'This recovery code is wrong, or was used before.'
      : 'This code is wrong, or was used before. Type the one that your app shows now.'
