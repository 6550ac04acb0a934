import type { Role } from '@tagma/contract/objects/user.ts'

/**
 * Groups and role of a person by the groups that their provider names. `absent`: it did not name any claim of that name,
 * which changes nothing. `cut`: it says that there are too many to name, which is no list of them either.
 */
export type ClaimedGroups =
  | { readonly kind: 'absent' | 'cut' }
  | {
      readonly kind: 'named'
      /** Names here, without those that differ only in capital letters. */
      readonly groups: readonly string[]
      /** The highest role that a group gives; null if none gives one. */
      readonly role: Role | null
    }
