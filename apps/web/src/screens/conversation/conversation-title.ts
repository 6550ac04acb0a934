import type { MessageView } from '@tagma/contract/address.ts'
import type { State } from '@tagma/sync/state.ts'
import { channelById } from '#state/channels.ts'
import { emptyTopicName } from '#state/empty-topic-name.ts'
import { namesOf as sortedNames, peopleOf } from '#state/people.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'

/** Returns the topic as shown: the one without a name has a name for readers. */
export const topicName = (state: State | undefined, topic: string): string =>
  topic === '' ? emptyTopicName(state) : topic

/** Returns the heading of a view that shows messages. */
export function titleOf(state: State | undefined, view: MessageView): string {
  switch (view.kind) {
    case 'feed':
      return view.channelId === undefined
        ? t('conversation.combined-feed')
        : (channelById(state, view.channelId)?.name ?? t('conversation.unknown-channel'))
    case 'conversation': {
      const { conversation } = view
      return conversation.kind === 'topic'
        ? topicName(state, conversation.topic)
        : namesOf(state, conversation.userIds)
    }
    case 'search':
      return searchTitle(view)
  }
}

/** Returns the names of those in a direct conversation, without oneself. */
export function namesOf(state: State | undefined, userIds: readonly number[]): string {
  const others = userIds.filter((id) => id !== state?.user_id)
  if (others.length === 0) return t('conversation.notes')
  return listOf(sortedNames(others, peopleOf(state), t('message.unknown-person')))
}

const titles: Readonly<
  Record<string, 'mentions' | 'starred' | 'alerted' | 'followed' | 'direct-feed' | 'reactions'>
> = {
  'is mentioned': 'mentions',
  'is starred': 'starred',
  'is alerted': 'alerted',
  'is followed': 'followed',
  'is dm': 'direct-feed',
  'has reaction': 'reactions',
}

function searchTitle({ terms }: Extract<MessageView, { kind: 'search' }>): string {
  const [first] = terms
  const isOwnReactions = terms.length === 2 && terms.some(({ operator }) => operator === 'sender')
  const name =
    first && (terms.length === 1 || isOwnReactions)
      ? titles[`${first.operator} ${String(first.operand)}`]
      : undefined
  return name ? t(`conversation.${name}`) : t('conversation.search')
}
