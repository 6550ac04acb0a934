import { indexKey } from './index-key.ts'

/** Topics compare without case. */
export const topicKey = (topic: string) => topic.toLowerCase()

/** Direct conversations are known by who takes part. */
export const participantsKey = (userIds: Iterable<number>) =>
  indexKey([...new Set(userIds)].toSorted((a, b) => a - b).join(','))
