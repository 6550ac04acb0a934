import type { State } from '@tagma/sync/state.ts'
import type { DraftPlace } from '#outbox/drafts.ts'
import { locale, t } from '#words/words.ts'
import { channelById } from './channels.ts'
import { emptyTopicName } from './empty-topic-name.ts'
import { namesOf, peopleOf } from './people.ts'

/** Returns the name of a place that one writes to, as lists show it: `#design > colors`, or the names of people. */
export function destinationTitle(state: State | undefined, to: DraftPlace): string {
  if (to.kind === 'people' || to.kind === 'new people') {
    if (to.userIds.length === 0) return t('places.notes')
    return new Intl.ListFormat(locale()).format(namesOf(to.userIds, peopleOf(state), t('people.unknown')))
  }
  const channel = channelById(state, to.channelId)?.name ?? t('conversation.unknown-channel')
  const emptyName = to.kind === 'new topic' ? t('conversation.begun-topic') : emptyTopicName(state)
  return t('conversation.channel-and-topic', { channel, topic: to.topic === '' ? emptyName : to.topic })
}
