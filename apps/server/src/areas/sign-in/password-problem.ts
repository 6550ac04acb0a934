import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import type { FormField } from '#http/html.ts'
import { worded } from '#words/words.ts'
import { loginScriptUrl } from './login-script.ts'

/** Facts about the password's owner that an attacker would try first. */
export interface PasswordOwner {
  readonly email: string
  readonly fullName: string
  readonly organizationName: string
}

/** Words that attackers try with any account. */
const usualWords = [
  'password',
  'passwort',
  'welcome',
  'changeme',
  'letmein',
  'qwerty',
  'admin',
  'tagma',
  'chat',
]

/** The field for a new password, in the forms of pages. */
export const newPasswordField: FormField = {
  name: 'password',
  label: 'page.new-password',
  hint: worded('page.new-password.hint', { count: limits.passwordMinLength }),
  type: 'password',
  value: '',
  autocomplete: 'new-password',
  showBy: loginScriptUrl,
}

/** Returns what is wrong with a new password, or undefined. Existing passwords are never checked. */
export function passwordProblem(password: string, owner: PasswordOwner): string | undefined {
  const length = codePointLength(password)
  if (length < limits.passwordMinLength)
    return `Choose a password of at least ${limits.passwordMinLength} characters.`
  if (length > limits.passwordMaxLength)
    return `Choose a password of at most ${limits.passwordMaxLength} characters.`
  const folded = fold(password)
  if (isCommon(folded)) return 'This password is one of the commonest: choose one that others do not have.'
  if (consistsOf(folded, owner))
    return 'This password is easy to guess from your name, your email address or the organization: choose another one.'
  return undefined
}

/** Tells whether a password consists only of these words, digits and punctuation. */
function consistsOf(folded: string, { email, fullName, organizationName }: PasswordOwner): boolean {
  let rest = lettersOf(folded)
  // Digits alone are a password like any other.
  if (rest === '') return false
  const words = [email, fullName, organizationName].flatMap((text) => {
    const parts = fold(text).split(/[^\p{L}]+/u)
    return [parts.join(''), ...parts]
  })
  // Long words first, so that a short one does not take a piece out of them.
  const known = [...words, ...usualWords].filter((word) => word.length > 2)
  for (const word of known.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return rest === ''
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')

let common: string | undefined

function isCommon(folded: string): boolean {
  // One text to search in: a set of the words would take ten times the memory, and new passwords are rare.
  common ??= readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  return !folded.includes('\n') && common.includes(`\n${folded}\n`)
}
