import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { DeviceChoice } from './device-choice.tsx'

/** Chooses how high the rows of places and lists are on this device. */
export function DensitySetting() {
  const { store } = useApp()
  const isCompact = useKnown(({ device }) => device.isCompact)
  return (
    <DeviceChoice
      name="density"
      note={t('settings.density-text')}
      value={isCompact ? 'compact' : 'usual'}
      options={[
        ['usual', t('settings.density-usual')],
        ['compact', t('settings.density-compact')],
      ]}
      onChoose={(value) => store.set({ device: { ...store.get().device, isCompact: value === 'compact' } })}
    />
  )
}
