import * as z from 'zod'
import { type DeclaredError, text } from '../../define.ts'

/** Parameters of calls that take a proof that it is the caller: somebody else may have found an open browser. */
export const proofParameters = {
  password: text(
    z.string().optional(),
    'Your password, or that of your LDAP account. Needed without a second factor, unless you have [proved who you are](step-up) in this session within 15 minutes; signing in counts too.',
    { secret: true },
  ),
  code: text(
    z.string().optional(),
    'The code of your authenticator app, or a recovery code. Needed with a second factor, unless you have [proved who you are](step-up) with it in this session within 15 minutes.',
    { secret: true },
  ),
}

/** The error of calls that take no proof with them: it is given by a call of its own before. */
export const stepUpError = (when: string): DeclaredError => ({
  code: 'STEP_UP_REQUIRED',
  when: `${when} by a session that has not [proved](step-up) within 15 minutes that it is you.`,
})

/** The errors of such calls. */
export const proofErrors: readonly DeclaredError[] = [
  { code: 'AUTHENTICATION_FAILED', when: 'The password or the code is wrong, or the code was used before.' },
  { code: 'STEP_UP_REQUIRED', when: 'Neither was given, and the last proof is older than 15 minutes.' },
]
