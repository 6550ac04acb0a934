import { indexKey } from './index-key.ts'

/** Topics are compared without case. */
export const topicKey = (topic: string) => topic.toLowerCase()

/** The key of a direct conversation comes from its participants. */
export const participantsKey = (userIds: Iterable<number>) =>
  indexKey([...new Set(userIds)].toSorted((a, b) => a - b).join(','))
