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
  const usual = usualSearched()
  const shown = (count: SearchedCount) => ({ count: new Intl.NumberFormat(locale()).format(count) })
  return (
    <DeviceChoice
      name="searched"
      note={t('settings.searched-text')}
      value={searched === undefined ? '' : String(searched)}
      options={[
        [
          '',
          usual === 0 ? t('settings.searched.usual-none') : t('settings.searched.usual-some', shown(usual)),
        ],
        ...searchedCounts.map(
          (count) =>
            [
              String(count),
              count === 0 ? t('settings.searched.none') : t('settings.searched.some', shown(count)),
            ] as const,
        ),
      ]}
      onChoose={(value) => {
        const chosen = searchedCounts.find((count) => String(count) === value)
        store.set({ device: { ...store.get().device, searched: chosen } })
      }}
    />
  )
}
