import type { MessageView } from '@tagma/contract/address.ts'

export interface TopicPlace {
  readonly channelId: number
  readonly topic: string
}

/** Returns the topic that a view is, if it is one. */
export function topicOf(view: MessageView): TopicPlace | undefined {
  return view.kind === 'conversation' && view.conversation.kind === 'topic' ? view.conversation : undefined
}
