import type { SayHtml } from '#http/html.ts'

/** The place where the script of the sign-in page says that a passkey did not work, with its texts. */
export const passkeyProblem = (say: SayHtml): string =>
  `<p role="alert" id="passkey-problem" data-none="${say('sign-in.passkey-none')}" data-failed="${say('sign-in.passkey-failed')}" hidden></p>`
