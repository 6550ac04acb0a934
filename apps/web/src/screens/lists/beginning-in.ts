import type { ListPlace } from '#state/place.ts'
import { t } from '#words/words.ts'

/** Where a conversation of a place is begun, and the name of the link. */
export function beginningIn(
  place: ListPlace,
): { readonly address: string; readonly name: string } | undefined {
  if (place.kind === 'channel') return { address: `#new/topic/${place.channelId}`, name: t('list.newTopic') }
  return place.kind === 'direct' ? { address: '#new/direct', name: t('list.newDirect') } : undefined
}
