import type { Job } from '#jobs/job.ts'
import { mergeIndex } from './merge-index.ts'

/** Keeps searches fast by merging the index: a few minutes for a million messages. */
export const mergeIndexJob: Job = {
  name: 'merge-search-index',
  everySeconds: 3,
  once: true,
  run: (services, organizationId) => mergeIndex(services, organizationId, 10),
}
