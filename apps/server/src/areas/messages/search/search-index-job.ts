import type { Job } from '#jobs/job.ts'
import { indexMessages } from './index-messages.ts'

/** Indexes new messages, so that a search has little left to index. */
export const searchIndexJob: Job = {
  name: 'search-index',
  everySeconds: 2,
  once: true,
  awaits: 'unindexed',
  run: indexMessages,
}
