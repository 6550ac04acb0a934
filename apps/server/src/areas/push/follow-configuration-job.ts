import type { Job } from '#jobs/job.ts'
import { changePushState } from './note-standing.ts'

/**
 * Tells an organization's clients when the server's push service has been set up or removed. If a relay refused the
 * organization, that stays so until the relay is asked again.
 */
export const followConfigurationJob: Job = {
  name: 'follow-push-configuration',
  everySeconds: 5,
  once: true,
  async run(services, organizationId) {
    const state = services.outside.pushSender ? 'on' : 'off'
    const { push } = (await services.data.directories.get(organizationId)).organization
    // A relay's answer holds only while the server uses a relay.
    const isRelayed = state === 'on' && services.config.push.relay !== undefined
    if (isRelayed ? push.state !== 'off' : push.state === state && push.until === null) return
    await services.data.transact(organizationId, async (tx) => {
      const { organization } = await services.data.directories.get(organizationId)
      await changePushState(tx, organization, { state, until: null })
    })
  },
}
