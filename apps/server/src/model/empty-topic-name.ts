/** What the empty topic is called for clients that do not know it. */
export const emptyTopicName = 'general chat'

/** Whether a topic is how clients that have to name one say that they mean none. */
export const isNoTopic = (topic: string) => topic === emptyTopicName || topic === '(no topic)'
