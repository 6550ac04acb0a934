import { ChevronDown } from 'lucide'
import { MenuButton } from '#parts/menu/menu-button.tsx'
import type { MenuEntry } from '#parts/menu/menu.tsx'
import type { Filter } from '#state/list-rows.ts'
import { t } from '#words/words.ts'

interface MoreFiltersProps {
  readonly filters: readonly Filter[]
  readonly chosen: Filter
  readonly onChoose: (filter: Filter) => void
  /** Whether muted conversations are shown, too; undefined where that is no question. */
  readonly hasMuted: boolean | undefined
  readonly onMuted: (hasMuted: boolean) => void
}

/** The filters that are asked for less often. */
export function MoreFilters({ filters, chosen, onChoose, hasMuted, onMuted }: MoreFiltersProps) {
  const entries = (): readonly MenuEntry[] => [
    ...filters.map((filter) => ({
      label: t(`list.filter.${filter}`),
      checked: filter === chosen,
      onChoose: () => onChoose(filter === chosen ? 'all' : filter),
    })),
    ...(hasMuted === undefined
      ? []
      : ([
          'line',
          { label: t('list.muted-too'), isOn: hasMuted, onChoose: () => onMuted(!hasMuted) },
        ] as const)),
  ]
  return <MenuButton label={t('list.more-filters')} icon={ChevronDown} entries={entries} />
}
