import type { ProviderConfig } from '#config/sign-in.ts'
import { htmlReply } from '#http/html.ts'
import type { PageReply } from '#http/page.ts'
import type { OidcTrouble } from '#ports/oidc.ts'
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

const sentences: Readonly<Record<FlowProblem, string>> = {
  'S-0-away': '{label} cannot be reached at the moment. Try again later, or sign in another way.',
  'S-0-denied': 'You or {label} stopped the sign-in.',
  'S-0-invalid': 'The answer of {label} was not in order, so nobody was signed in.',
  'S-1-browser': 'This sign-in was begun in another browser, or more than ten minutes ago.',
  'S-1-unsolicited': 'Sign-ins that begin at {label} are not taken. Begin on the sign-in page here.',
  'S-2-deactivated':
    'Your account is deactivated. Ask the administrators of {organization} to reactivate it.',
  'S-3-domain': 'Your account at {label} is not of an organization that may sign in here.',
  'S-3-group': 'Your account at {label} is in no group that may sign in here.',
  'S-4-bot': 'The address that {label} names belongs to a bot here.',
  'S-4-deactivated':
    'The account with your address is deactivated. Ask the administrators of {organization} to reactivate it.',
  'S-5-other':
    'The account with your address belongs to another account at {label}. If you have a new account at {label}, ask the administrators of {organization}.',
  'S-6-address': '{label} does not say your email address, and an account needs one.',
  'S-6-unverified':
    '{label} does not say that your email address is yours. Confirm it there, or ask for an invitation to {organization}.',
  'S-6-invitation':
    'You need an invitation to join {organization}. If you have one, open its link first; after that you can sign in with {label}.',
  'S-6-closed':
    'You have no account here, and {label} makes none. Ask the administrators of {organization} for one.',
  'S-6-name':
    'Somebody in {organization} has your name already, and names must differ here. Ask the administrators for an account.',
  'S-6-domain': 'Addresses such as yours cannot join {organization}.',
}

/** Says why a sign-in did not succeed. */
export const flowSentence = (
  code: FlowProblem,
  about: { readonly label: string; readonly organization: string },
): string =>
  sentences[code].replaceAll('{label}', about.label).replaceAll('{organization}', about.organization)

/** Tells whether a text is a code of this version. */
export const isFlowProblem = (code: string): code is FlowProblem => Object.hasOwn(sentences, code)

/** Makes the page that says why a sign-in by a provider did not succeed. */
export const flowProblemPage = (
  code: FlowProblem,
  { label }: Pick<ProviderConfig, 'label'>,
  organization: string,
): PageReply =>
  htmlReply(
    code === 'S-0-away' ? 503 : 403,
    'You are not signed in',
    `<p role="alert">${sentences[code]}</p><p><a href="/login/">Back to the sign-in page</a></p><p class="hint">Code {code}</p>`,
    { label, organization, code },
  )
