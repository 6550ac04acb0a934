import { mayReadChannel } from '@tagma/rules/channels.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { Check, Folders, Plus } from 'lucide'
import { useMemo, useRef, useState } from 'preact/hooks'
import { joinChannel, leaveChannel } from '#actions/set-subscription.ts'
import { isMac } from '#keys/follow-keys.ts'
import { keysOf } from '#keys/key-map.ts'
import { usePageKey } from '#keys/use-page-key.ts'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { LeaveQuestion } from '#parts/leave-question.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { addressFor } from '#state/addresses.ts'
import { type Channel, channelById, channelsById } from '#state/channels.ts'
import { mayCreateChannels } from '#state/may-create-channels.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { ChannelFilters } from './channel-filters.tsx'
import { ChannelRow } from './channel-row.tsx'
import { type ChannelFilter, channelRows, type ChannelTab, channelTabs } from './channel-rows.ts'

const FolderEditor = lazy(async () => {
  await learn('organization', 'settings')
  return (await import('./folder-editor.tsx')).FolderEditor
})

interface FoldersButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Opens the folders to be changed, and closes them. */
function FoldersButton({ isOpen, onToggle }: FoldersButtonProps) {
  const label = t(isOpen ? 'channels.folders-done' : 'channels.folders')
  return (
    <button type="button" class="button button-brief" title={label} aria-expanded={isOpen} onClick={onToggle}>
      <Icon of={isOpen ? Check : Folders} size={1} />
      <span>{label}</span>
    </button>
  )
}

function NewChannelLink() {
  const label = t('places.new-channel')
  return (
    <a class="button button-brief" href="#channels/new" title={label}>
      <Icon of={Plus} size={1} />
      <span>{label}</span>
    </a>
  )
}

interface BrowseChannelsProps {
  readonly tab: ChannelTab
  readonly folderId: ChannelFilter['folderId']
}

/** The channels of the organization: to find, to join and to leave. */
export function BrowseChannels({ tab, folderId }: BrowseChannelsProps) {
  const app = useApp()
  const list = useRef<HTMLUListElement>(null)
  const state = useKnown((known) => known.state)
  const [filter, setFilter] = useState<Omit<ChannelFilter, 'tab' | 'folderId'>>({
    query: '',
    order: 'name',
    staying: new Set(),
  })
  const [editsFolders, setEditsFolders] = useState(false)
  const rows = useMemo(() => {
    const subscribed = new Set(state?.subscriptions?.map(({ stream_id }) => stream_id))
    return channelRows(channelsById(state).values(), subscribed, { ...filter, tab, folderId })
  }, [state?.subscriptions, state?.unsubscribed, state?.never_subscribed, filter, tab, folderId])
  const folders = new Map(state?.channel_folders?.map(({ id, name }) => [id, name]))
  const may = useReading(state)
  const mayCreate = mayCreateChannels(state)
  usePageKey('N', mayCreate ? () => app.go('#channels/new') : undefined)
  const { toggle, question } = useToggle(may, (channelId) =>
    setFilter((before) => ({ ...before, staying: new Set([...before.staying, channelId]) })),
  )
  return (
    <section class="page" onKeyDown={(event) => moveByKey(event, list.current)}>
      <PageHead title={t('places.channels')} back="#places">
        <FoldersButton isOpen={editsFolders} onToggle={() => setEditsFolders(!editsFolders)} />
        {mayCreate && <NewChannelLink />}
      </PageHead>
      <div class="page-scroll">
        <div class="page-inner">
          {editsFolders && <FolderEditor />}
          <ChannelTabs
            tab={tab}
            folderId={folderId}
            onChoose={() => setFilter({ ...filter, staying: new Set() })}
          />
          <ChannelFilters
            filter={{ ...filter, folderId }}
            folders={state?.channel_folders ?? []}
            onChange={({ folderId: chosen, ...next }) => {
              setFilter(next)
              if (chosen !== folderId) app.go(addressOf(tab, chosen), { replace: true })
            }}
          />
          <ul ref={list} class="channel-rows" onKeyDown={(event) => actByKey(event, app, toggle)}>
            {rows.map(({ channel, isIn }) => (
              <ChannelRow
                key={channel.stream_id}
                channel={channel}
                isIn={isIn}
                mayRead={may(channel, isIn)}
                folder={channel.folder_id === null ? undefined : folders.get(channel.folder_id)}
                onToggle={() => toggle(channel.stream_id)}
              />
            ))}
          </ul>
          {rows.length === 0 && (
            <p class="channels-empty" role="status">
              {t(
                filter.query.trim() !== '' || folderId !== undefined
                  ? 'channels.nothing-found'
                  : `channels.empty-${tab}`,
              )}
            </p>
          )}
        </div>
      </div>
      {question}
    </section>
  )
}

/** Returns a function that says whether the user may read a channel, now or after joining it. */
function useReading(state: State | undefined) {
  return useMemo(() => {
    if (!state) return () => false
    const organization = organizationOf(state)
    const person = personOf(state, state.user_id ?? -1)
    return (channel: Channel, isIn: boolean) =>
      mayReadChannel(organization, person, ruledChannel(channel), isIn)
  }, [state])
}

/** Joins and leaves channels. It asks before leaving one that only others could open again. */
function useToggle(may: (channel: Channel, isIn: boolean) => boolean, onChanged: (id: number) => void) {
  const app = useApp()
  const [leaving, setLeaving] = useState<Channel>()
  const leave = (channel: Channel, mayReturn: boolean) => {
    onChanged(channel.stream_id)
    void leaveChannel(app, channel, { mayReturn })
  }
  const toggle = (channelId: number) => {
    const { state } = app.store.get()
    const channel = channelById(state, channelId)
    if (!channel) return
    const isIn = state?.subscriptions?.some(({ stream_id }) => stream_id === channelId) ?? false
    if (isIn && !may(channel, false)) return setLeaving(channel)
    if (isIn) return leave(channel, true)
    onChanged(channelId)
    void joinChannel(app, channel)
  }
  const question = leaving && (
    <LeaveQuestion
      channel={leaving}
      onClose={() => setLeaving(undefined)}
      onLeave={() => leave(leaving, false)}
    />
  )
  return { toggle, question }
}

const addressOf = (page: ChannelTab, folderId: ChannelFilter['folderId']) =>
  addressFor(undefined, { kind: 'channels', page, folderId })

function ChannelTabs({ tab, folderId, onChoose }: BrowseChannelsProps & { readonly onChoose: () => void }) {
  return (
    <nav class="channel-tabs" aria-label={t('places.channels')}>
      {channelTabs.map((each) => (
        <a
          key={each}
          href={addressOf(each, folderId)}
          aria-current={each === tab ? 'page' : undefined}
          onClick={onChoose}
        >
          {t(`channels.${each}`)}
        </a>
      ))}
    </nav>
  )
}

/** Moves the focus from row to row by the arrows, and from the search into the first one. */
function moveByKey(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as Element
  if (!list || step === undefined || event.altKey || target.matches('select')) return
  const rows = [...list.querySelectorAll<HTMLElement>('.channel-row')]
  const at = rows.findIndex((row) => row.contains(target))
  const next = at < 0 ? (step > 0 ? rows[0] : undefined) : rows[at + step]
  const control = next?.querySelector<HTMLElement>('a, button')
  if (!control) return
  event.preventDefault()
  control.focus()
}

/** Joins, leaves or opens the channel of the row with the focus. */
function actByKey(event: KeyboardEvent, app: App, toggle: (channelId: number) => void): void {
  const keys = keysOf(event, isMac())
  if ((keys !== 'Shift+S' && keys !== 'Shift+V') || !app.store.get().device.hasSingleKeys) return
  const row = (event.target as Element).closest<HTMLElement>('[data-channel]')
  const link = row?.querySelector<HTMLElement>('a.channel-main')
  // A row has no link if the reader may not read its channel.
  if (!row || !link) return
  event.preventDefault()
  if (keys === 'Shift+V') link.click()
  else toggle(Number(row.dataset.channel))
}
