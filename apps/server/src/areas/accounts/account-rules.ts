import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'

/**
 * Tells whether a text has the form of an email address. The sign for Kelvin is in none: its small letter is a k, so the
 * address would be taken for another person's.
 */
export const isEmailAddress = (text: string) =>
  /^[^\s@<>()\p{Cc}\u212A]+@[^\s@<>()\p{Cc}\u212A]+$/u.test(text) && text.length <= 254

/** Returns what is wrong with an email address, or undefined. */
export const emailProblem = (email: string): string | undefined =>
  isEmailAddress(email) ? undefined : 'Enter a valid email address.'

/** Returns what is wrong with a name, or undefined. */
export function nameProblem(fullName: string): string | undefined {
  if (fullName.trim() === '' || /[\p{Cc}*`\\>"@]/u.test(fullName))
    return 'Enter a name without the characters * ` \\ > " @.'
  if (codePointLength(fullName.trim()) > limits.maxFullNameLength)
    return `Enter a name of at most ${limits.maxFullNameLength} characters.`
  // In a message, `@**name|12**` mentions the user with id 12.
  if (/\|\d+$/.test(fullName)) return 'Enter a name that does not end with | and digits.'
  return undefined
}

/** Key under which names that look the same are equal. */
const nameKey = (name: string) => name.trim().normalize('NFKC').toLowerCase()

/** Returns why a name is taken in this organization, or undefined. `ownId` is the user who is renamed. */
export function nameTakenProblem(
  directory: OrganizationDirectory,
  fullName: string,
  ownId?: number,
): string | undefined {
  if (!directory.organization.settings.require_unique_names) return undefined
  const key = nameKey(fullName)
  for (const user of directory.users.values())
    if (user.id !== ownId && user.isActive && nameKey(user.fullName) === key)
      return 'Unique names required in this organization.'
  return undefined
}
