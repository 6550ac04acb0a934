import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { DeviceChoice } from './device-choice.tsx'

/** Chooses whether anything on this device moves by itself. */
export function CalmSetting() {
  const { store } = useApp()
  const isCalm = useKnown(({ device }) => device.isCalm)
  return (
    <DeviceChoice
      name="calm"
      note={t('settings.calm-text')}
      value={isCalm ? 'calm' : 'system'}
      options={[
        ['system', t('settings.calm-system')],
        ['calm', t('settings.calm-always')],
      ]}
      onChoose={(value) => store.set({ device: { ...store.get().device, isCalm: value === 'calm' } })}
    />
  )
}
