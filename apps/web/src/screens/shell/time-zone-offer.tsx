import { changeTimeZone } from '#actions/change-profile.ts'
import { changeSetting } from '#actions/change-setting.ts'
import { showError } from '#actions/show-error.ts'
import { timesFor } from '#parts/messages/times.ts'
import { deviceTimeZone, isSameTime } from '#state/time-zone.ts'
import { useApp } from '#state/use-app.ts'
import { useDone } from '#state/use-done.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'

const device = deviceTimeZone()

/**
 * Offers the time zone of the device, where it is another time than in that of the profile. Who has kept the one of the
 * profile is not asked again for this zone on this device.
 */
export function TimeZoneOffer() {
  const app = useApp()
  const profile = useKnown(({ state }) => state?.user_settings?.timezone ?? '')
  const isWanted = useKnown(({ state }) => state?.user_settings?.web_suggest_update_timezone === true)
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const isTwentyFour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time) ?? null
  const [isDone, finish] = useDone(`time zone ${device}`)
  const now = app.clock.now()
  if (!isWanted || !isLive || isDone || isSameTime(device, profile, now)) return null
  const timeIn = (zone: string) => timesFor(locale(), zone, isTwentyFour).time(now / 1000)
  const named = (zone: string) => zone.replaceAll('_', ' ')
  return (
    <div class="connection time-zone-offer" role="status">
      <span>{t('time-zone.offer', { here: timeIn(device), there: timeIn(profile) })}</span>
      <button
        type="button"
        onClick={() => {
          changeTimeZone(app, device).catch((error: unknown) => showError(app, error))
        }}
      >
        {t('time-zone.take', { zone: named(device) })}
      </button>
      <button type="button" onClick={finish}>
        {t('time-zone.keep', { zone: named(profile) })}
      </button>
      <button
        type="button"
        onClick={() =>
          void changeSetting(
            app,
            'web_suggest_update_timezone',
            false,
            'settings.web_suggest_update_timezone',
          )
        }
      >
        {t('time-zone.never')}
      </button>
    </div>
  )
}
