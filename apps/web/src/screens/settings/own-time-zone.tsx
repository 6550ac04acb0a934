import { useState } from 'preact/hooks'
import { changeTimeZone } from '#actions/change-profile.ts'
import { timesFor } from '#parts/messages/times.ts'
import { useSaving } from '#parts/saved-field/saved-field.tsx'
import { deviceTimeZone } from '#state/time-zone.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { useCanSave } from './setting-control.tsx'

/** The time zone of one's profile: others see the time at one's place, and all times are shown in it. */
export function OwnTimeZone() {
  const app = useApp()
  const canSave = useCanSave()
  const present = useKnown(({ state }) => state?.user_settings?.timezone ?? '')
  const isTwentyFourHour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time) ?? null
  const { failure, isBusy, save } = useSaving((zone: string) => changeTimeZone(app, zone))
  const [device] = useState(deviceTimeZone)
  const { time } = timesFor(locale(), present, isTwentyFourHour)
  return (
    <section class="setting-group">
      <h2>{t('settings.profile.time-zone')}</h2>
      <label class="form-field saved-field">
        <span>{t('settings.profile.time-zone')}</span>
        <select
          class="field"
          value={present}
          disabled={!canSave || isBusy}
          onChange={({ currentTarget }) =>
            void save(currentTarget.value).then((isDone) => {
              if (!isDone) currentTarget.value = present
            })
          }
        >
          <option value="">{t('settings.profile.time-zone-none')}</option>
          {zonesWith(present, device).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <small>{t('settings.profile.time-now', { time: time(app.clock.now() / 1000) })}</small>
      </label>
      {device !== '' && device !== present && (
        <button type="button" class="button" disabled={!canSave || isBusy} onClick={() => void save(device)}>
          {t('settings.profile.time-zone-device', { zone: device.replaceAll('_', ' ') })}
        </button>
      )}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </section>
  )
}

/** Returns all zones that the browser knows, and those given, in the order of their names. */
function zonesWith(...given: readonly string[]): readonly string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...given])
  zones.delete('')
  return [...zones].toSorted()
}
