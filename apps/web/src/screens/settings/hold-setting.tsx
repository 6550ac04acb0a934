import { holdChoices, newDevice } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { DeviceChoice } from './device-choice.tsx'

/** Chooses how long a sent message can be taken back before it leaves this device. */
export function HoldSetting() {
  const { store } = useApp()
  const { holdSeconds } = useKnown((known) => known.device)
  return (
    <DeviceChoice
      name="hold"
      note={t('settings.hold-text')}
      value={String(holdSeconds)}
      options={holdChoices.map((seconds) => [
        String(seconds),
        seconds === 0 ? t('settings.hold-none') : t('settings.hold-seconds', { count: seconds }),
      ])}
      onChoose={(value) => {
        const chosen = holdChoices.find((seconds) => String(seconds) === value) ?? newDevice.holdSeconds
        store.set({ device: { ...store.get().device, holdSeconds: chosen } })
      }}
    />
  )
}
