import { type PasswordOwner, passwordProblem } from '#areas/sign-in/password-problem.ts'
import { emailProblem, nameProblem } from './account-rules.ts'

/** Returns what is wrong with the email address, name or password of a new account, or undefined. */
export const accountProblem = (account: PasswordOwner & { readonly password: string }): string | undefined =>
  emailProblem(account.email) ?? nameProblem(account.fullName) ?? passwordProblem(account.password, account)
