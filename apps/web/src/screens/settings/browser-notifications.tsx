import { useState } from 'preact/hooks'
import { keepQuiet, type QuietFor } from '#actions/keep-quiet.ts'
import { listTime } from '#state/list-time.ts'
import { type QuietHours, usualQuietHours } from '#state/quiet.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { ring } from '#wire/ring.ts'
import { askForNotifications, notificationState, showNotification } from '#wire/screen-notifications.ts'
import { locale, t, type WordId } from '#words/words.ts'

const states: Readonly<Record<ReturnType<typeof notificationState>, WordId>> = {
  granted: 'settings.browser.granted',
  default: 'settings.browser.default',
  denied: 'settings.browser.denied',
  unsupported: 'settings.browser.unsupported',
}

const quietChoices = {
  'half an hour': 'settings.quiet.half-hour',
  'an hour': 'settings.quiet.hour',
  'until morning': 'settings.quiet.morning',
} as const satisfies Partial<Record<QuietFor, WordId>>

/** Shows whether this browser may notify, with a way to try it, and peace for a while. */
export function BrowserNotifications() {
  const [permission, setPermission] = useState(notificationState)
  const sound = useKnown(({ state }) => state?.user_settings?.notification_sound ?? 'zulip')
  const realm = useKnown(({ state }) => state?.realm_name ?? '')
  const tryIt = () => {
    ring(sound)
    showNotification(
      {
        name: 'tagma trial',
        title: realm,
        text: t('settings.browser.trial'),
        icon: '/apple-touch-icon.png',
        language: locale(),
      },
      () => undefined,
    )
  }
  return (
    <section class="setting-group">
      <h2>{t('settings.browser')}</h2>
      <div class="setting setting-with-buttons">
        <span class="setting-text" role="status">
          {t(states[permission])}
        </span>
        {permission === 'default' && (
          <button type="button" class="button" onClick={() => void askForNotifications().then(setPermission)}>
            {t('shell.allow-notifications')}
          </button>
        )}
        <button type="button" class="button" onClick={tryIt}>
          {t('settings.browser.try')}
        </button>
      </div>
      <p class="setting-note">{t('settings.browser.sound-note')}</p>
      <Quiet />
      <QuietHoursRow />
    </section>
  )
}

function Quiet() {
  const app = useApp()
  const until = useKnown(({ device }) => device.quietUntil)
  const timeZone = useKnown(({ state }) => state?.user_settings?.timezone)
  const isTwentyFourHour = useKnown(({ state }) => state?.user_settings?.twenty_four_hour_time ?? undefined)
  const now = app.clock.now()
  const isQuiet = until > now
  const time = listTime(until, now, { locale: locale(), timeZone, isTwentyFourHour })
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{t('settings.quiet')}</span>
        <small>{t('settings.quiet.note')}</small>
      </span>
      <select
        class="field"
        value={isQuiet ? 'until' : 'none'}
        onChange={({ currentTarget: { value } }) => void keepQuiet(app, value as QuietFor)}
      >
        <option value="none">{t('settings.quiet.off')}</option>
        {isQuiet && (
          <option value="until" disabled>
            {t('settings.quiet.until', { time })}
          </option>
        )}
        {Object.entries(quietChoices).map(([value, text]) => (
          <option key={value} value={value}>
            {t(text)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Hours of each day in which this browser shows and plays nothing. */
function QuietHoursRow() {
  const { store } = useApp()
  const hours = useKnown(({ device }) => device.quietHours)
  const set = (quietHours: QuietHours | undefined) =>
    store.set({ device: { ...store.get().device, quietHours } })
  return (
    <>
      <label class="setting">
        <span class="setting-text">
          <span>{t('settings.quiet.hours')}</span>
          <small>{t('settings.quiet.hours-note')}</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          class="switch"
          checked={hours !== undefined}
          onChange={() => set(hours ? undefined : usualQuietHours)}
        />
      </label>
      {hours && (
        <div class="setting quiet-hours">
          <TimeOfDay
            label={t('settings.quiet.from')}
            value={hours.from}
            onChange={(from) => set({ ...hours, from })}
          />
          <TimeOfDay
            label={t('settings.quiet.to')}
            value={hours.to}
            onChange={(to) => set({ ...hours, to })}
          />
        </div>
      )}
    </>
  )
}

interface TimeOfDayProps {
  readonly label: string
  /** In minutes after midnight. */
  readonly value: number
  readonly onChange: (value: number) => void
}

function TimeOfDay({ label, value, onChange }: TimeOfDayProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        class="field"
        type="time"
        required
        value={`${twoDigits(value / 60)}:${twoDigits(value % 60)}`}
        onChange={({ currentTarget }) => {
          const [hour, minute] = currentTarget.value.split(':').map(Number)
          if (hour !== undefined && minute !== undefined) onChange(hour * 60 + minute)
        }}
      />
    </label>
  )
}

const twoDigits = (number: number) => String(Math.floor(number)).padStart(2, '0')
