import { hiddenFrom } from '#areas/users/audience.ts'
import type { Call } from '#call/call.ts'
import { settingOf } from '#directory/organization-directory.ts'

/** Records that the caller is online, and tells the others at once if that is new. Invisible users leave no trace. */
export async function reportPresence(
  { caller, directory, services, db, now }: Call,
  status: 'active' | 'idle',
): Promise<void> {
  const { organization } = directory
  if (organization.settings.presence_disabled || !settingOf(caller, 'presence_enabled')) return
  const { entry, cameOnline } = await services.live.presence.report(organization.id, caller.id, status, now)
  if (!cameOnline) return
  const [hidden = new Set<number>()] = await hiddenFrom(db, directory, [caller.id])
  const unseenBy = [...hidden]
  services.live.events.announce(
    organization.id,
    { type: 'presence', entry, at: services.time.clock.now() / 1000, unseenBy },
    { everyone: true, ...(services.config.limitsPresence && hidden.size > 0 ? { except: unseenBy } : {}) },
  )
}
