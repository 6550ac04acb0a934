import type { ProviderConfig } from '#config/sign-in.ts'
import { htmlOf, htmlReply } from '#http/html.ts'
import type { PageReply } from '#http/page.ts'
import type { OidcTrouble } from '#ports/oidc.ts'
import { catalog, worded, type Wording } from '#words/words.ts'
import type { RefusalCode } from './identity-rules.ts'

/** Code of a sign-in that ended before it was clear who signs in. */
export type FlowProblem =
  | RefusalCode
  | `S-0-${OidcTrouble}`
  | 'S-1-browser'
  | 'S-1-unsolicited'
  | 'S-3-domain'
  | 'S-3-group'
  | 'S-6-name'
  | 'S-6-domain'

/** Says why a sign-in did not succeed. */
export const flowSentence = (
  code: FlowProblem,
  { label, organization }: { readonly label: string; readonly organization: string },
): Wording => worded(`sign-in.problem.${code}`, { label, organization })

/** Tells whether a text is a code of this version. */
export const isFlowProblem = (code: string): code is FlowProblem =>
  Object.hasOwn(catalog('en', 'sign-in'), `sign-in.problem.${code}`)

/** Makes the page that says why a sign-in by a provider did not succeed. */
export const flowProblemPage = (
  code: FlowProblem,
  { label }: Pick<ProviderConfig, 'label'>,
  organization: string,
): PageReply =>
  htmlReply(
    code === 'S-0-away' ? 503 : 403,
    'sign-in.not',
    (say, language) =>
      `<p role="alert">${htmlOf(flowSentence(code, { label, organization }), language)}</p><p><a href="/login/">${say('sign-in.back')}</a></p><p class="hint">${say('sign-in.problem.code', { code })}</p>`,
  )
