import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'

/** Whether a text has the form of an email address. */
export const isEmailAddress = (text: string) => /^[^\s@<>()]+@[^\s@<>()]+$/.test(text) && text.length <= 254

/** Why nobody can have this email address; undefined when somebody can. */
export const emailProblem = (email: string): string | undefined =>
  isEmailAddress(email) ? undefined : 'Enter a valid email address.'

/** Why nobody can have this name; undefined when somebody can. */
export function nameProblem(fullName: string): string | undefined {
  if (fullName.trim() === '' || /[\p{Cc}*`\\>"@]/u.test(fullName))
    return 'Enter a name without the characters * ` \\ > " @.'
  if (codePointLength(fullName.trim()) > limits.maxFullNameLength)
    return `Enter a name of at most ${limits.maxFullNameLength} characters.`
  // What `@**name|12**` means in a message: a name with the id of another user.
  if (/\|\d+$/.test(fullName)) return 'Enter a name that does not end with | and digits.'
  return undefined
}

/** Names that look the same are the same. */
const nameKey = (name: string) => name.trim().normalize('NFKC').toLowerCase()

/** Why a user of this organization cannot be called this, or an account made with it; undefined when it can. */
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
