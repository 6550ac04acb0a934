import type { State } from '@tagma/sync/state.ts'

export type Subscription = NonNullable<State['subscriptions']>[number]

/** A section of the list of places: channels that belong together. */
export interface ChannelGroup {
  /** `pinned`, `other`, or the folder's id as text. */
  readonly key: string
  /** The folder's name; undefined for pinned and other channels. */
  readonly name: string | undefined
  /** The user's channels: active ones by name, then muted and inactive ones. */
  readonly channels: readonly Subscription[]
  /** The number of channels of this folder that the user may join. */
  readonly more: number
}

type Sources = Pick<
  State,
  'subscriptions' | 'unsubscribed' | 'never_subscribed' | 'channel_folders' | 'user_settings' | 'is_admin'
>

/** Channels from which on quiet ones sink without being asked to (`demote_inactive_streams` 1). */
const many = 30

/** The settings that say whether places and the inbox have folders. */
export type FolderSetting = 'web_left_sidebar_show_channel_folders' | 'web_inbox_show_channel_folders'

/**
 * Returns the user's channels in the order of places, or of the inbox: pinned ones, folders in their order where the setting
 * wants them, the others. For administrators, folders without channels come at the end.
 */
export function channelGroupsOf(
  sources: Sources,
  setting: FolderSetting = 'web_left_sidebar_show_channel_folders',
): readonly ChannelGroup[] {
  const { subscriptions = [], unsubscribed = [], never_subscribed: never = [] } = sources
  const { channel_folders: folders = [], user_settings: settings, is_admin } = sources
  const own = subscriptions.filter((channel) => !channel.is_archived)
  const open = [...unsubscribed, ...never].filter((channel) => !channel.is_archived)
  const showsFolders = settings?.[setting] ?? true
  const inOrder = sorter(sources, own.length)
  const group = (
    key: string,
    name: string | undefined,
    isIn: (channel: Pick<Subscription, 'folder_id'>) => boolean,
    channels: readonly Subscription[],
  ): ChannelGroup => ({
    key,
    name,
    channels: channels.filter(isIn).toSorted(inOrder),
    more: open.filter(isIn).length,
  })
  const unpinned = own.filter((channel) => !channel.pin_to_top)
  const pinned: ChannelGroup = {
    ...group(
      'pinned',
      undefined,
      () => true,
      own.filter((channel) => channel.pin_to_top),
    ),
    more: 0,
  }
  const shown = showsFolders ? folders.filter((folder) => !folder.is_archived) : []
  const ids = new Set(shown.map(({ id }) => id))
  const inFolders = shown
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, name }) => group(String(id), name, ({ folder_id }) => folder_id === id, unpinned))
  return [
    ...[pinned, ...inFolders].filter(hasChannels),
    group('other', undefined, ({ folder_id }) => folder_id === null || !ids.has(folder_id), unpinned),
    ...inFolders.filter((each) => is_admin && !hasChannels(each)),
  ]
}

/** Whether a section has channels to read or to join. */
export const hasChannels = ({ channels, more }: ChannelGroup): boolean => channels.length > 0 || more > 0

function sorter({ user_settings: settings }: Sources, count: number) {
  const policy = settings?.demote_inactive_streams ?? 1
  const sinks = policy === 2 || (policy === 1 && count >= many)
  const rank = (channel: Subscription) => {
    if (channel.is_muted) return 2
    return sinks && !channel.is_recently_active ? 1 : 0
  }
  return (a: Subscription, b: Subscription) =>
    rank(a) - rank(b) || a.name.localeCompare(b.name, undefined, { sensitivity: 'base', numeric: true })
}
