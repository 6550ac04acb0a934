import { type PasswordOwner, passwordProblem } from '#areas/sign-in/password-problem.ts'
import { emailProblem, nameProblem } from './account-rules.ts'

/** Why an account cannot have this email address, name or password; undefined when it can. */
export const accountProblem = (account: PasswordOwner & { readonly password: string }): string | undefined =>
  emailProblem(account.email) ?? nameProblem(account.fullName) ?? passwordProblem(account.password, account)
