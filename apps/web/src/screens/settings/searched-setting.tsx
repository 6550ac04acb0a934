import { type SearchedCount, searchedCounts } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { usualSearched } from '#wire/search-index.ts'
import { locale, t } from '#words/words.ts'
import { DeviceChoice } from './device-choice.tsx'

/** Chooses how many messages this device keeps for searching. */
export function SearchedSetting() {
  const { store } = useApp()
  const { searched } = useKnown((known) => known.device)
  const named = (
    count: SearchedCount,
    start: 'settings.searched.' | 'settings.searched.usual-' = 'settings.searched.',
  ) =>
    count === 0
      ? t(`${start}none`)
      : t(`${start}some`, { count: new Intl.NumberFormat(locale()).format(count) })
  return (
    <DeviceChoice
      name="searched"
      note={t('settings.searched-text')}
      value={searched === undefined ? '' : String(searched)}
      options={[
        ['', named(usualSearched(), 'settings.searched.usual-')],
        ...searchedCounts.map((count) => [String(count), named(count)] as const),
      ]}
      onChoose={(value) => {
        const chosen = searchedCounts.find((count) => String(count) === value)
        store.set({ device: { ...store.get().device, searched: chosen } })
      }}
    />
  )
}
