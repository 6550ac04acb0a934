import { setSingleKeys } from '#actions/set-single-keys.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { CalmSetting } from './calm-setting.tsx'
import { DensitySetting } from './density-setting.tsx'
import { HoldSetting } from './hold-setting.tsx'
import { SearchedSetting } from './searched-setting.tsx'
import { WidthsReset } from './widths-reset.tsx'

/** Settings that hold for this device alone. They need no connection. */
export function DeviceSettings() {
  const app = useApp()
  const device = useKnown((known) => known.device)
  return (
    <section class="setting-group">
      <h2>{t('settings.device')}</h2>
      <DensitySetting />
      <CalmSetting />
      <WidthsReset />
      <label class="setting">
        <span class="setting-text">
          <span>{t('help.single-keys')}</span>
          <small>{t('help.single-keys-text')}</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          class="switch"
          data-setting="single-keys"
          checked={device.hasSingleKeys}
          onChange={({ currentTarget: { checked } }) => setSingleKeys(app, checked)}
        />
      </label>
      <HoldSetting />
      <SearchedSetting />
    </section>
  )
}
