import type { Services } from '#call/services.ts'
import type { Job } from '#jobs/job.ts'
import { followDirectory } from './follow-directory.ts'

/** Times of the last look for each organization, in milliseconds of the elapsed clock. */
const looks = new WeakMap<Services, Map<number, number>>()

/** Lets accounts follow the LDAP directory. A directory that is away changes nothing. */
export const followLdapJob: Job = {
  name: 'follow-ldap',
  everySeconds: 60,
  once: true,
  isSlow: true,
  async run(services, organizationId, mayGoOn) {
    const { config, log, time } = services
    if (!config.ldap || config.ldap.syncMinutes === 0) return
    const known = looks.get(services) ?? new Map<number, number>()
    looks.set(services, known)
    const now = time.clock.elapsed()
    const last = known.get(organizationId)
    if (last !== undefined && now - last < config.ldap.syncMinutes * 60_000) return
    known.set(organizationId, now)
    try {
      const { problems, ...counts } = await followDirectory(
        services,
        organizationId,
        mayGoOn ? { mayGoOn } : {},
      )
      for (const problem of problems) log.warn({ organization: organizationId }, problem)
      if (counts.deactivated + counts.reactivated > 0)
        log.info({ organization: organizationId, ...counts }, 'Accounts followed LDAP.')
    } catch (error) {
      log.warn({ err: error }, 'The LDAP server cannot be asked; accounts stay as they are.')
    }
  },
}
