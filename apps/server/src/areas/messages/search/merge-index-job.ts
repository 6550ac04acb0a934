import type { Job } from '#jobs/job.ts'
import { mergeIndex } from './merge-index.ts'

/** Keeps searches fast: the index of a million messages is brought together in a few minutes. */
export const mergeIndexJob: Job = {
  name: 'merge-search-index',
  everySeconds: 3,
  once: true,
  run: (services, organizationId) => mergeIndex(services, organizationId, 10),
}
