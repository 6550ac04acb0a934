import type { Job } from '#jobs/job.ts'
import { forgetAgentActions } from '#store/people/agent-actions.ts'

/** In seconds. */
const kept = 90 * 86_400

/** Forgets what agents did long ago. */
export const forgetAgentActionsJob: Job = {
  name: 'forget-agent-actions',
  everySeconds: 3600,
  once: true,
  run: ({ data }, organizationId) =>
    data.transact(organizationId, (tx) => forgetAgentActions(tx, tx.now - kept)),
}
