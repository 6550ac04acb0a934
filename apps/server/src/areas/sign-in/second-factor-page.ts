import { createHmac } from 'node:crypto'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import {
  endsInApp,
  escapeHtml,
  htmlOf,
  htmlReply,
  type PageBody,
  type PageText,
  readBy,
  type SayHtml,
} from '#http/html.ts'
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
import { refusalWording } from '#words/refusal-wording.ts'
import type { WordId } from '#words/words.ts'
import { secondFactorPath } from './ask-second-factor.ts'
import { endFlow } from './end-flow.ts'
import { endedSignIn } from './ended-sign-in.ts'
import { flowHandle } from './flow-secrets.ts'
import { loginScriptUrl } from './login-script.ts'
import { requestOptions } from './passkey-options.ts'
import { parsed } from './passkey-page.ts'
import { placeOfUrl } from './passkey-place.ts'
import { passkeyProblem } from './passkey-problem.ts'
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

const gone = (): PageReply => endedSignIn('sign-in.ended.codes')

/** The form. It works without a script, and its answer may lead to an app. */
function form({ fields }: PageContext, waiting: Waiting, problem?: PageText): PageReply {
  const { hasApp, passkeys, user } = waiting
  const isRecovery = fields.with === 'recovery' || !hasApp
  const wrong = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
  const script = passkeys.length > 0 ? loginScriptUrl : undefined
  const body: PageBody = (say, language) => {
    const alert =
      problem === undefined ? '' : `<p role="alert" id="problem">${htmlOf(problem, language)}</p>\n`
    const field = isRecovery
      ? `<label for="code">${say('page.recovery-code')}</label>
<p class="hint" id="about">${say('sign-in.step.recovery')}</p>
<input id="code" name="code" autocomplete="off"`
      : `<label for="code">${say('sign-in.step.code')}</label>
<p class="hint" id="about">${say('sign-in.step.six')}</p>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code"`
    const other = isRecovery
      ? hasApp
        ? `<a href="${secondFactorPath}">${say('sign-in.step.use-app')}</a> · `
        : ''
      : `<a href="${secondFactorPath}?with=recovery">${say('sign-in.step.use-recovery')}</a> · `
    return `${alert}${passkeys.length > 0 ? passkeyWay(say, waiting) : ''}<form method="post" action="${secondFactorPath}${isRecovery ? '?with=recovery' : ''}">
${field} autocapitalize="none" spellcheck="false" required autofocus${wrong || ' aria-describedby="about"'}>
<button>${say('sign-in.sign-in')}</button>
</form>
<p>${other}<a href="/login/">${say('sign-in.as-other')}</a></p>`
  }
  return readBy(user, endsInApp(htmlReply(200, 'sign-in.step.title', body, script)))
}

/** Hidden where the browser knows no passkeys; the script shows it. */
const passkeyWay = (say: SayHtml, { handle, passkeys, place }: Waiting) =>
  `<form method="post" action="${secondFactorPath}" id="passkey" data-options="${escapeHtml(JSON.stringify(requestOptions(place, challengeOfFlow(handle), passkeys)))}" hidden>
<input type="hidden" name="passkey">
<button>${say('sign-in.step.use-passkey')}</button>
${passkeyProblem(say)}
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
        return form(context, waiting, refusalWording(error.message))
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

const wrongCode = ({ fields }: PageContext): WordId =>
  fields.passkey !== undefined
    ? 'sign-in.step.wrong-passkey'
    : fields.with === 'recovery'
      ? 'sign-in.step.wrong-recovery'
      : 'sign-in.step.wrong-code'
