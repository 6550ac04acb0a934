import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { membershipOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { t } from '#words/words.ts'
import { whoMay } from './who-may.ts'

/** Returns who may mention a group, as a sentence, if the reader may not; otherwise undefined. */
export function mentionReason(
  known: Pick<State, 'realm_user_groups' | 'realm_users' | 'user_id'>,
  setting: GroupSetting,
): string | undefined {
  const { realm_user_groups: groups, user_id: ownId } = known
  if (ownId === undefined || membershipOf(groups).isIn(personOf(known, ownId), setting)) return undefined
  const who = whoMay(known, setting)
  return who === undefined ? t('completion.nobody-may') : t('completion.only-may', { who })
}
