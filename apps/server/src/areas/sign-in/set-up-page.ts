import { renderSVG } from 'uqr'
import { factorAddedMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { endsInApp, escapeHtml, htmlOf, htmlReply, type PageBody, type PageText, readBy } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { byAccount } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { activateFactor, findFactorWays, savePendingFactor } from '#store/people/second-factors.ts'
import { forgetProofs } from '#store/people/sessions.ts'
import {
  deleteSignInFlow,
  findSignInFlow,
  type FirstStep,
  type SignInFlow,
  updateSignInFlow,
} from '#store/people/sign-in-flows.ts'
import { refusalWording } from '#words/refusal-wording.ts'
import { setUpPath } from './ask-to-set-up.ts'
import { makeRecoveryCodes } from './confirm-second-factor.ts'
import { endFlow } from './end-flow.ts'
import { endedSignIn } from './ended-sign-in.ts'
import { flowHandle } from './flow-secrets.ts'
import { limitGuesses } from './limit-guesses.ts'
import { base32, inGroups, otpauthUri, plainCode, stepOf } from './totp.ts'
import { secretOf } from './use-code.ts'

/** Wrong codes that end the sign-in. */
const mostTries = 5

/** Somebody who has taken the first step, and sets up the second one before they are let in. */
interface SettingUp {
  readonly handle: string
  readonly user: UserRecord
  readonly first: FirstStep
  readonly data: SignInFlow['data']
  readonly secret: Uint8Array
  readonly sealed: string
}

async function findSettingUp(
  { services, headers, now }: PageContext,
  { organization, users }: OrganizationDirectory,
): Promise<SettingUp | undefined> {
  const handle = flowHandle(headers, services.config)
  if (handle === undefined || organization.deactivatedAt !== null) return undefined
  const flow = await findSignInFlow(services.data.db, { organizationId: organization.id, handle, now })
  const user = users.get(flow?.userId ?? 0)
  if (flow?.purpose !== 'set_up' || !user?.isActive) return undefined
  const { data } = flow
  const { first, sealed } = data
  if (!first || sealed === undefined) return undefined
  return { handle, user, first, data, sealed, secret: secretOf(services.outside.sealed, user.id, sealed) }
}

const gone = (): PageReply => endedSignIn('sign-in.ended.codes')

/** The form. It works without a script, and its answer may lead to an app. */
function form(
  { organization }: OrganizationDirectory,
  { user, secret }: SettingUp,
  problem?: PageText,
): PageReply {
  const wrong =
    problem === undefined ? ' aria-describedby="about"' : ' aria-invalid="true" aria-describedby="problem"'
  const uri = otpauthUri(secret, {
    issuer: organization.name,
    account: user.deliveryEmail || user.fullName,
  })
  const body: PageBody = (say, language) => {
    const alert =
      problem === undefined ? '' : `<p role="alert" id="problem">${htmlOf(problem, language)}</p>\n`
    return `<p>${say('sign-in.set-up.text', { organization: organization.name })}</p>
<p>${say('sign-in.set-up.scan')} <a href="${escapeHtml(uri)}">${say('sign-in.set-up.open')}</a></p>
<figure style="margin:1rem 0;max-width:13rem;padding:.5rem;background:#fff;border-radius:.375rem" role="img" aria-label="${say('sign-in.set-up.picture')}">${renderSVG(uri, { border: 2 })}</figure>
<p><code translate="no">${inGroups(base32(secret))}</code></p>
${alert}<form method="post" action="${setUpPath}">
<label for="code">${say('sign-in.step.code')}</label>
<p class="hint" id="about">${say('sign-in.set-up.six')}</p>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus${wrong}>
<button>${say('sign-in.set-up.do')}</button>
</form>
<p><a href="/login/">${say('sign-in.as-other')}</a></p>`
  }
  return readBy(user, endsInApp(htmlReply(200, 'sign-in.set-up.title', body)))
}

/** Shows the recovery codes, once, and asks to go on. */
const codesPage = (user: UserRecord, codes: readonly string[]): PageReply =>
  readBy(
    user,
    endsInApp(
      htmlReply(
        200,
        'sign-in.set-up.codes',
        (say) => `<p>${say('sign-in.set-up.codes-text')}</p>
<pre translate="no">${codes.map(escapeHtml).join('\n')}</pre>
<form method="post" action="${setUpPath}"><input type="hidden" name="kept" value="on"><button autofocus>${say('sign-in.set-up.kept')}</button></form>`,
      ),
    ),
  )

/** Makes the secret the person's second step. Returns recovery codes; undefined if another tab was quicker. */
async function activate(
  tx: Tx,
  context: PageContext,
  { organization }: OrganizationDirectory,
  { handle, user, data, sealed, step }: SettingUp & { readonly step: number },
): Promise<string[] | undefined> {
  const { services, now } = context
  const flow = await findSignInFlow(tx.db, { organizationId: organization.id, handle, now })
  if (flow?.data.proof !== undefined || (await findFactorWays(tx.db, user.id))) return undefined
  await savePendingFactor(tx, user.id, { sealed, until: tx.now })
  await activateFactor(tx, user.id, { sealed, step })
  await forgetProofs(tx, user.id)
  await updateSignInFlow(tx, handle, { ...data, proof: 'code' })
  tx.audit('factor.added', { kind: 'user', id: user.id }, { at: 'sign_in' })
  await insertSecurityMail(tx, factorAddedMail({ config: services.config, organization, user }))
  return makeRecoveryCodes(tx, { services }, user.id)
}

async function confirm(
  context: PageContext,
  directory: OrganizationDirectory,
  waiting: SettingUp,
): Promise<PageReply> {
  const { services, address, fields } = context
  const { user, handle, secret } = waiting
  const { id } = directory.organization
  const guess = { services, directory, address, user, username: user.deliveryEmail, kind: 'code' } as const
  const code = plainCode(fields.code ?? '')
  const codes = await limitGuesses(guess, () =>
    services.data.transact(
      id,
      async (tx) => {
        const step = stepOf(secret, code, { now: tx.now, lastStep: 0 })
        return step === undefined
          ? undefined
          : { made: await activate(tx, context, directory, { ...waiting, step }) }
      },
      { by: byAccount(user, address) },
    ),
  )
  if (codes) return codes.made ? codesPage(user, codes.made) : gone()
  return (await countWrong(context, id, handle)) ? form(directory, waiting, 'sign-in.set-up.wrong') : gone()
}

/** Counts a wrong code, those at the same time too. Returns false once the sign-in has ended by it. */
const countWrong = (
  { services, now }: PageContext,
  organizationId: number,
  handle: string,
): Promise<boolean> =>
  services.data.transact(organizationId, async (tx) => {
    const flow = await findSignInFlow(tx.db, { organizationId, handle, now })
    if (!flow) return false
    const tries = (flow.data.tries ?? 0) + 1
    if (tries >= mostTries) await deleteSignInFlow(tx, handle)
    else await updateSignInFlow(tx, handle, { ...flow.data, tries })
    return tries < mostTries
  })

export const setUpFormPage: Page = {
  method: 'GET',
  path: setUpPath,
  limit: 'anonymous',
  async answer(context) {
    const directory = await context.directory()
    const waiting = await findSettingUp(context, directory)
    // The recovery codes were shown; the step itself is in force.
    if (!waiting || waiting.data.proof !== undefined) return gone()
    return form(directory, waiting)
  },
}

export const setUpSubmitPage: Page = {
  method: 'POST',
  path: setUpPath,
  limit: 'anonymous',
  isOwnForm: true,
  async answer(context) {
    const directory = await context.directory()
    const waiting = await findSettingUp(context, directory)
    if (!waiting) return gone()
    const { handle, user, first, data } = waiting
    if (data.proof !== undefined) {
      const { id } = directory.organization
      const isFirst = await context.services.data.transact(id, (tx) => deleteSignInFlow(tx, handle))
      return isFirst ? endFlow(context, directory, { ...first, user, next: data.next }, data.proof) : gone()
    }
    try {
      return await confirm(context, directory, waiting)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'RATE_LIMIT_HIT')
        return form(directory, waiting, refusalWording(error.message))
      throw error
    }
  },
}
