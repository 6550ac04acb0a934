import { useId } from 'preact/hooks'
import { type SearchedCount, searchedCounts } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { usualSearched } from '#wire/search-index.ts'
import { locale, t } from '#words/words.ts'

/** Chooses how many messages this device keeps for searching. */
export function SearchedSetting() {
  const { store } = useApp()
  const id = useId()
  const device = useKnown((known) => known.device)
  const named = (count: SearchedCount) =>
    count === 0
      ? t('settings.searched.none')
      : t('settings.searched.some', { count: new Intl.NumberFormat(locale()).format(count) })
  const usual = usualSearched()
  return (
    <label class="setting">
      <span class="setting-text">
        <span>{t('settings.searched')}</span>
        <small id={id}>{t('settings.searched-text')}</small>
      </span>
      <select
        class="field"
        data-setting="searched"
        aria-describedby={id}
        value={device.searched === undefined ? '' : String(device.searched)}
        onChange={({ currentTarget: { value } }) =>
          store.set({
            device: { ...device, searched: searchedCounts.find((count) => String(count) === value) },
          })
        }
      >
        <option value="">{t('settings.searched.usual', { count: named(usual).toLowerCase() })}</option>
        {searchedCounts.map((count) => (
          <option key={count} value={String(count)}>
            {named(count)}
          </option>
        ))}
      </select>
    </label>
  )
}
