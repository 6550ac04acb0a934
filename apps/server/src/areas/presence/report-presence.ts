import { limitedViewers } from '#areas/users/visibility.ts'
import { settingOf } from '#directory/organization-directory.ts'
import type { Call } from '#server/call.ts'
import { acquaintancesOf } from '#store/acquaintances.ts'

/** Records that the caller is there, and tells the others at once when that is news. Invisible users leave no trace. */
export async function reportPresence(
  { caller, directory, services, db, now }: Call,
  status: 'active' | 'idle',
): Promise<void> {
  const { organization } = directory
  if (organization.settings.presence_disabled || !settingOf(caller, 'presence_enabled')) return
  const { entry, cameOnline } = await services.presence.report(organization.id, caller.id, status, now)
  if (!cameOnline) return
  const limited = services.config.limitsPresence ? limitedViewers(directory) : []
  const known = limited.length > 0 ? await acquaintancesOf(db, caller.id) : new Set<number>()
  const except = limited.map(({ id }) => id).filter((id) => id !== caller.id && !known.has(id))
  services.events.announce(
    organization.id,
    { type: 'presence', entry, at: services.clock.now() / 1000 },
    { everyone: true, ...(except.length > 0 ? { except } : {}) },
  )
}
