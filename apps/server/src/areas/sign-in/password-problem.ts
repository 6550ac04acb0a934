import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'

/** Whose password it is to be: what somebody who knows them would try first. */
export interface PasswordOwner {
  readonly email: string
  readonly fullName: string
  readonly organizationName: string
}

/** Words that are tried first with any account. */
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

/** What a form asks for where somebody chooses a password. */
export const passwordLabel = `A password of at least ${limits.passwordMinLength} characters, such as four words that do not belong together`

/** Why somebody cannot have a password; undefined when they can. Passwords that exist are not asked. */
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

/** Whether nothing is left of a password without these words, digits and punctuation. */
function consistsOf(folded: string, { email, fullName, organizationName }: PasswordOwner): boolean {
  let rest = lettersOf(folded)
  // Digits alone are a password like any other.
  if (rest === '') return false
  const words = [email, fullName, organizationName].flatMap((text) => {
    const parts = fold(text).split(/[^\p{L}]+/u)
    return [parts.join(''), ...parts]
  })
  // Long ones first, so that none takes a piece out of another.
  const known = [...words, ...usualWords].filter((word) => word.length > 2)
  for (const word of known.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return rest === ''
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')

let common: string | undefined

function isCommon(folded: string): boolean {
  // One text, looked through: a set of the words would take ten times the memory, and passwords are chosen rarely.
  common ??= readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  return !folded.includes('\n') && common.includes(`\n${folded}\n`)
}
