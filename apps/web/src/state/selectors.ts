import { type ChannelGroup, channelGroupsOf, type FolderSetting } from './channel-groups.ts'
import { type Conversation, conversationsFrom, newestFirst } from './conversations.ts'
import type { Known } from './known.ts'
import { remember } from './remember.ts'
import { isSpectator } from './spectator.ts'
import { unreadCountsOf } from './unread-counts.ts'

// Selectors over the whole knowledge. Each remembers its last answer, so that all components share one.

const allConversations = conversationsFrom()

const conversations = remember(
  (
    unread_msgs: NonNullable<Known['state']>['unread_msgs'],
    subscriptions: NonNullable<Known['state']>['subscriptions'],
    user_topics: NonNullable<Known['state']>['user_topics'],
    recent_private_conversations: NonNullable<Known['state']>['recent_private_conversations'],
    user_id: number | undefined,
    topics: Known['topics'],
  ) =>
    allConversations(
      { unread_msgs, subscriptions, user_topics, recent_private_conversations, user_id },
      topics,
    ),
)

/** All conversations that the page knows, in no order. */
export const selectConversations = ({ state, topics }: Known) =>
  conversations(
    state?.unread_msgs,
    state?.subscriptions,
    state?.user_topics,
    state?.recent_private_conversations,
    state?.user_id,
    topics,
  )

const newest = remember((all: readonly Conversation[]) =>
  all
    .filter(({ isMuted, lastId }) => !isMuted && lastId > 0)
    .toSorted(newestFirst)
    .slice(0, newestCount),
)

/** Conversations that an empty inbox offers. */
const newestCount = 5

/** The five conversations with the newest messages. */
export const selectNewest = (known: Known) => newest(selectConversations(known))

/** Whether an empty inbox leads to few conversations, and there are channels to join. */
export const wantsChannels = (known: Known) =>
  !isSpectator(known) &&
  selectNewest(known).length < newestCount &&
  [known.state?.unsubscribed, known.state?.never_subscribed].some((channels) =>
    channels?.some(({ is_archived }) => !is_archived),
  )

const counts = remember(unreadCountsOf)

/** The numbers of unread messages by place. */
export const selectUnreadCounts = (known: Known) =>
  counts(selectConversations(known), known.state?.unread_msgs?.mentions.length ?? 0)

const groupsFor = (setting: FolderSetting) => {
  const groups = remember(
    (
      subscriptions: NonNullable<Known['state']>['subscriptions'],
      unsubscribed: NonNullable<Known['state']>['unsubscribed'],
      never_subscribed: NonNullable<Known['state']>['never_subscribed'],
      channel_folders: NonNullable<Known['state']>['channel_folders'],
      user_settings: NonNullable<Known['state']>['user_settings'],
      is_admin: NonNullable<Known['state']>['is_admin'],
    ) =>
      channelGroupsOf(
        { subscriptions, unsubscribed, never_subscribed, channel_folders, user_settings, is_admin },
        setting,
      ),
  )
  return ({ state }: Known) =>
    groups(
      state?.subscriptions,
      state?.unsubscribed,
      state?.never_subscribed,
      state?.channel_folders,
      state?.user_settings,
      state?.is_admin,
    )
}

/** The user's channels in groups, as places show them. */
export const selectChannelGroups = groupsFor('web_left_sidebar_show_channel_folders')

/** The user's channels in groups, as the inbox shows them. */
export const selectInboxGroups = groupsFor('web_inbox_show_channel_folders')

const idsIn = (channelGroups: readonly ChannelGroup[]) =>
  channelGroups.flatMap(({ channels }) => channels.map(({ stream_id }) => stream_id))
const order = remember(idsIn)

/** Ids of the user's channels in the order of places. */
export const selectChannelOrder = (known: Known) => order(selectChannelGroups(known))

const inboxOrder = remember(idsIn)

/** Ids of the user's channels in the order of the inbox. */
export const selectInboxOrder = (known: Known) => inboxOrder(selectInboxGroups(known))

const foldersById = remember(
  (channelGroups: readonly ChannelGroup[]): ReadonlyMap<number, string> =>
    new Map(
      channelGroups.flatMap(({ name, channels }) =>
        name === undefined ? [] : channels.map(({ stream_id }) => [stream_id, name] as const),
      ),
    ),
)

/** Names of the folders under which the inbox shows channels, by the channels' ids. */
export const selectInboxFolders = (known: Known) => foldersById(selectInboxGroups(known))
