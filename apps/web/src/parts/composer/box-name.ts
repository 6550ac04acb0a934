import type { State } from '@tagma/sync/state.ts'
import type { Destination } from '#outbox/destination.ts'
import { channelById } from '#state/channels.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { namesOf, peopleOf } from '#state/people.ts'
import { locale, t } from '#words/words.ts'

/** Returns the name of a box: where it writes to. */
export function boxName(state: State | undefined, to: Destination): string {
  if (to.kind === 'topic') {
    const channel = channelById(state, to.channelId)?.name ?? ''
    const topic = to.topic === '' ? emptyTopicName(state) : to.topic
    return t('compose.to-topic', { channel, topic })
  }
  if (to.userIds.length === 0) return t('compose.to-self')
  const names = namesOf(to.userIds, peopleOf(state), t('people.unknown'))
  return t('compose.to-people', { people: new Intl.ListFormat(locale()).format(names) })
}
