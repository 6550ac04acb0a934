import type { Sealed } from '#ports/sealed.ts'

const remedy =
  'Bring secret.key in the data folder, or TAGMA_SECRET_KEY, back from a backup, the same for all processes. Without it, people sign in by recovery code, and set up their apps once more.'

/**
 * Says what is wrong with the key that seals the secrets of authenticator apps; undefined if it opens the given sealed
 * texts. Makes no key.
 */
export function secretsProblem(
  sealed: Pick<Sealed, 'isOurs' | 'hasKey'>,
  secrets: readonly string[],
): string | undefined {
  if (secrets.length === 0) return undefined
  if (!sealed.hasKey()) return `The key that seals the secrets of second factors is gone. ${remedy}`
  const strange = secrets.filter((secret) => !sealed.isOurs(secret)).length
  return strange === 0
    ? undefined
    : `${strange === secrets.length ? 'All' : 'Some'} secrets of second factors were sealed with another key than the one of this machine. ${remedy}`
}
