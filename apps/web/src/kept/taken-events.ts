import type { QueuePosition } from '@tagma/client/connection.ts'

const key = 'tagma taken'

/**
 * Notes the newest event that this browser has taken from a queue, before the next call tells the server; at first, the place
 * at which the queue begins. It is written at once, unlike the copy: the server gives no event twice.
 */
export function noteTaken({ queueId, lastEventId }: QueuePosition): void {
  try {
    localStorage.setItem(key, `${lastEventId} ${queueId}`)
  } catch {
    // Without a storage nothing is kept of which this could tell.
  }
}

/** Whether this browser has ever followed a queue, and so may have a copy of what it learned. */
export function hasFollowed(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Whether a copy has every event that was taken from its queue: only then can it go on with the queue. */
export function hasAllTaken({ queueId, lastEventId }: QueuePosition): boolean {
  try {
    const [taken, ...queue] = (localStorage.getItem(key) ?? '').split(' ')
    return queue.join(' ') !== queueId || Number(taken) <= lastEventId
  } catch {
    return true
  }
}
