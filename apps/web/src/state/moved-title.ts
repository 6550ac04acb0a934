import type { State } from '@tagma/sync/state.ts'
import { destinationTitle } from './destination-title.ts'
import { emptyTopicName } from './empty-topic-name.ts'

interface Topic {
  readonly channelId: number
  readonly topic: string
}

/** Returns the name of a topic that messages went to, with its channel if that is another one. */
export const movedTitle = (state: State | undefined, from: Topic, { channelId, topic }: Topic): string =>
  from.channelId === channelId
    ? topic || emptyTopicName(state)
    : destinationTitle(state, { kind: 'topic', channelId, topic })
