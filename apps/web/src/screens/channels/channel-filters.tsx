import type { State } from '@tagma/sync/state.ts'
import { useEffect, useRef } from 'preact/hooks'
import { FilterField } from '#parts/filter-field.tsx'
import { t } from '#words/words.ts'
import { type ChannelFilter, type ChannelOrder, channelOrders } from './channel-rows.ts'

type Filter = Omit<ChannelFilter, 'tab'>

interface ChannelFiltersProps {
  readonly filter: Filter
  readonly folders: NonNullable<State['channel_folders']>
  readonly onChange: (filter: Filter) => void
}

/** The search for channels, with folder and order. */
export function ChannelFilters({ filter, folders, onChange }: ChannelFiltersProps) {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // By touch, a keyboard would cover the list.
    if (!matchMedia('(pointer: coarse)').matches) search.current?.focus()
  }, [])
  const shown = folders.filter(({ is_archived }) => !is_archived)
  return (
    <div class="channel-filters">
      <FilterField
        field={search}
        label={t('channels.find')}
        value={filter.query}
        onText={(query) => onChange({ ...filter, query })}
      />
      {shown.length > 0 && (
        <select
          class="field"
          aria-label={t('channels.folder')}
          value={filter.folderId === undefined ? 'all' : String(filter.folderId)}
          onChange={(event) => onChange({ ...filter, folderId: folderOf(event.currentTarget.value) })}
        >
          <option value="all">{t('channels.all-folders')}</option>
          {shown.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="null">{t('channels.no-folder')}</option>
        </select>
      )}
      <select
        class="field"
        aria-label={t('channels.order')}
        value={filter.order}
        onChange={(event) => onChange({ ...filter, order: event.currentTarget.value as ChannelOrder })}
      >
        {channelOrders.map((order) => (
          <option key={order} value={order}>
            {t(`channels.by-${order}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

function folderOf(value: string): number | null | undefined {
  if (value === 'all') return undefined
  return value === 'null' ? null : Number(value)
}
