import type { Job } from '#jobs/job.ts'
import { changePushState } from './note-standing.ts'

/**
 * Tells an organization's clients that the server has got a way to phones, or has none any more. Whether a relay refuses
 * the organization stays as it was until it is asked again.
 */
export const followConfigurationJob: Job = {
  name: 'follow-push-configuration',
  everySeconds: 5,
  once: true,
  async run(services, organizationId) {
    const state = services.outside.pushSender ? 'on' : 'off'
    const { push } = (await services.data.directories.get(organizationId)).organization
    // What a relay has said holds as long as there is one.
    const isRelayed = state === 'on' && services.config.push.relay !== undefined
    if (isRelayed ? push.state !== 'off' : push.state === state && push.until === null) return
    await services.data.transact(organizationId, async (tx) => {
      const { organization } = await services.data.directories.get(organizationId)
      await changePushState(tx, organization, { state, until: null })
    })
  },
}
