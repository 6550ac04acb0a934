import { type PasswordOwner, passwordProblem } from '#areas/sign-in/password-problem.ts'
import { emailProblem, nameProblem } from './account-rules.ts'

type NewAccount = PasswordOwner & { readonly password: string }

/** Returns what is wrong with the email address, name or password of a new account, or undefined. */
export const accountProblem = (account: NewAccount): string | undefined => wrongPart(account)?.problem

/** Returns the first part of a new account that is wrong, by the name of its field in forms, or undefined. */
export function wrongPart(
  account: NewAccount,
): { readonly wrong: 'email' | 'name' | 'password'; readonly problem: string } | undefined {
  const problems = [
    { wrong: 'email', problem: emailProblem(account.email) },
    { wrong: 'name', problem: nameProblem(account.fullName) },
    { wrong: 'password', problem: passwordProblem(account.password, account) },
  ] as const
  for (const { wrong, problem } of problems) if (problem !== undefined) return { wrong, problem }
  return undefined
}
