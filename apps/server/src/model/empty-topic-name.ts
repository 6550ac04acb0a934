/** Name of the empty topic for clients that do not know the empty topic. */
export const emptyTopicName = 'general chat'

/** Tells whether a client means no topic: some clients have to name one. */
export const isNoTopic = (topic: string) => topic === emptyTopicName || topic === '(no topic)'
