import { useId } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Chooses how high the rows of places and lists are on this device. */
export function DensitySetting() {
  const { store } = useApp()
  const id = useId()
  const isCompact = useKnown(({ device }) => device.isCompact)
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{t('settings.density')}</span>
        <small id={id}>{t('settings.density-text')}</small>
      </span>
      <select
        class="field"
        data-setting="density"
        aria-describedby={id}
        value={isCompact ? 'compact' : 'usual'}
        onChange={({ currentTarget: { value } }) =>
          store.set({ device: { ...store.get().device, isCompact: value === 'compact' } })
        }
      >
        <option value="usual">{t('settings.density-usual')}</option>
        <option value="compact">{t('settings.density-compact')}</option>
      </select>
    </label>
  )
}
