import { useId } from 'preact/hooks'
import { holdChoices, newDevice } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Chooses how long a sent message can be taken back before it leaves this device. */
export function HoldSetting() {
  const { store } = useApp()
  const id = useId()
  const { holdSeconds } = useKnown((known) => known.device)
  const choose = (value: string) => {
    const chosen = holdChoices.find((seconds) => String(seconds) === value) ?? newDevice.holdSeconds
    store.set({ device: { ...store.get().device, holdSeconds: chosen } })
  }
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{t('settings.hold')}</span>
        <small id={id}>{t('settings.hold-text')}</small>
      </span>
      <select
        class="field"
        data-setting="hold"
        aria-describedby={id}
        value={String(holdSeconds)}
        onChange={({ currentTarget: { value } }) => choose(value)}
      >
        {holdChoices.map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            {seconds === 0 ? t('settings.hold-none') : t('settings.hold-seconds', { count: seconds })}
          </option>
        ))}
      </select>
    </label>
  )
}
