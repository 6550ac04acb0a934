import { hiddenFrom } from '#areas/users/audience.ts'
import type { Call } from '#call/call.ts'
import { settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/**
 * Shows at once what somebody has just chosen for `presence_enabled`: others see them here, or away. Otherwise that would take
 * until the next report, or until the last one is old.
 */
export async function applyPresenceSetting(
  { directory, services, db, now }: Call,
  user: UserRecord,
): Promise<void> {
  const { organization } = directory
  if (organization.settings.presence_disabled) return
  const { presence, events } = services.live
  const entry = settingOf(user, 'presence_enabled')
    ? (await presence.report(organization.id, user.id, 'active', now)).entry
    : await presence.withdraw(organization.id, user.id, now)
  if (!entry) return
  const [hidden = new Set<number>()] = await hiddenFrom(db, directory, [user.id])
  const unseenBy = [...hidden]
  events.announce(
    organization.id,
    { type: 'presence', entry, at: services.time.clock.now() / 1000, unseenBy },
    { everyone: true, ...(services.config.limitsPresence && hidden.size > 0 ? { except: unseenBy } : {}) },
  )
}
