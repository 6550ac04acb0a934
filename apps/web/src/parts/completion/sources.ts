import type { Messages } from '@tagma/sync/messages/messages.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Destination } from '#outbox/destination.ts'
import { channelById, channelsById } from '#state/channels.ts'
import { type Crowd, crowdProblem, noCrowd } from '#state/crowd.ts'
import { mentionReason } from '#state/mention-reason.ts'
import { remember } from '#state/remember.ts'
import { sendersIn } from '#state/senders-in.ts'
import { t } from '#words/words.ts'
import type { MentionSources, Mentionable, MentionableGroup, Wildcard } from './mentions.ts'
import type { LinkableChannel } from './names.ts'

/** How many of the newest messages tell who takes part. */
const lookedAt = 200

/** Returns the people who wrote in a conversation lately, the last one first, without oneself. */
export function participantsOf(messages: Messages, to: Destination, ownId: number): number[] {
  if (to.kind === 'people') return [...to.userIds]
  const senders = sendersIn(messages, to, ownId).slice(-lookedAt).toReversed()
  return [...new Set(senders)].filter((id) => id !== ownId)
}

/** Returns everybody and everything that can be mentioned in a conversation. */
export function mentionSourcesOf(
  state: State,
  participants: readonly number[],
  to: Destination,
  crowd: Crowd = noCrowd,
): MentionSources {
  const channel = to.kind === 'topic' ? channelById(state, to.channelId) : undefined
  return {
    people: mentionablePeople(state),
    groups: groupsOf(state.realm_user_groups, state.realm_users, state.user_id),
    wildcards: wildcardsOf(state, to, crowd),
    participants,
    readers: new Set([...(channel?.subscribers ?? []), ...(channel?.partial_subscribers ?? [])]),
    recent: (state.recent_private_conversations ?? []).flatMap(({ user_ids }) => user_ids),
  }
}

/** Returns all people who can be mentioned. */
export const mentionablePeople = (state: State): readonly Mentionable[] =>
  peopleOf(state.realm_users, state.cross_realm_bots, state.muted_users, state.custom_profile_fields)

const peopleOf = remember(
  (
    users: State['realm_users'],
    bots: State['cross_realm_bots'],
    mutedUsers: State['muted_users'],
    fields: State['custom_profile_fields'],
  ): readonly Mentionable[] => {
    const muted = new Set(mutedUsers?.map(({ id }) => id))
    const matched = (fields ?? []).filter((field) => field.use_for_user_matching).map(({ id }) => String(id))
    return [...(users ?? []), ...(bots ?? [])]
      .filter(({ user_id }) => !muted.has(user_id))
      .map((person) => {
        const values = matched.map((id) => person.profile_data?.[id]?.value ?? '').filter(Boolean)
        const address = person.delivery_email ?? ''
        return {
          userId: person.user_id,
          name: person.full_name,
          detail: values[0] ?? address,
          aliases: [address, ...values].filter(Boolean),
          avatarUrl: person.avatar_url,
          isBot: person.is_bot,
        }
      })
  },
)

/** System groups that hold people with roles. The others mean nobody, or people without an account. */
const systemGroups = {
  'role:owners': 'completion.owners',
  'role:administrators': 'completion.administrators',
  'role:moderators': 'completion.moderators',
  'role:members': 'completion.members',
  'role:everyone': 'completion.everyone',
} as const

const isNamedSystemGroup = (name: string): name is keyof typeof systemGroups => name in systemGroups

const groupsOf = remember(
  (
    groups: State['realm_user_groups'],
    users: State['realm_users'],
    ownId: State['user_id'],
  ): readonly MentionableGroup[] =>
    (groups ?? [])
      .filter(
        ({ deactivated, is_system_group, name }) =>
          !deactivated && (!is_system_group || isNamedSystemGroup(name)),
      )
      .map(({ name, description, is_system_group, can_mention_group }) => {
        const known = { realm_user_groups: groups, realm_users: users, user_id: ownId }
        const reason = mentionReason(known, can_mention_group)
        return {
          name,
          label: isNamedSystemGroup(name) ? t(systemGroups[name]) : name,
          detail: is_system_group ? t('completion.group') : description || t('completion.group'),
          ...(reason === undefined ? {} : { reason }),
        }
      }),
)

function wildcardsOf(state: State, to: Destination, crowd: Crowd): Wildcard[] {
  const all = to.kind === 'topic' ? t('completion.all-channel') : t('completion.all-people')
  const wildcard = (name: string, detail: string, people: number): Wildcard => {
    const reason = crowdProblem(state, people)
    return { name, detail, ...(reason === undefined ? {} : { reason }) }
  }
  const wildcards = ['all', 'everyone'].map((name) => wildcard(name, all, crowd.channel))
  return to.kind === 'topic'
    ? [
        ...wildcards,
        wildcard('channel', all, crowd.channel),
        wildcard('topic', t('completion.all-topic'), crowd.topic),
      ]
    : wildcards
}

/** Returns the channels that one may link. */
export function linkableChannels(state: State): readonly LinkableChannel[] {
  return channels(channelsById(state), state.subscriptions)
}

const channels = remember(
  (
    all: ReturnType<typeof channelsById>,
    subscriptions: State['subscriptions'],
  ): readonly LinkableChannel[] => {
    const own = new Set(subscriptions?.map(({ stream_id }) => stream_id))
    return [...all.values()].map((channel) => ({
      channelId: channel.stream_id,
      name: channel.name,
      detail: channel.description,
      isSubscribed: own.has(channel.stream_id),
      isArchived: channel.is_archived,
    }))
  },
)

/**
 * Returns the commands of bots that exist in a conversation: the bot must be able to read it. Of a private channel, only
 * the subscribers are sure to.
 */
export function commandsOfBots(state: State, to: Destination) {
  const channel = to.kind === 'topic' ? channelById(state, to.channelId) : undefined
  const readers = [...(channel?.subscribers ?? []), ...(channel?.partial_subscribers ?? [])]
  const isReader = (userId: number) =>
    to.kind === 'people'
      ? to.userIds.includes(userId)
      : channel?.invite_only !== true || readers.includes(userId)
  const place = to.kind === 'people' ? 'direct' : 'channels'
  return (state.tagma_commands ?? [])
    .filter(({ user_id }) => isReader(user_id))
    .flatMap(({ user_id, commands }) => {
      const bot = state.realm_users?.find((user) => user.user_id === user_id)?.full_name
      return commands
        .filter((command) => command.in.includes(place))
        .map(({ name, usage, summary }) => ({
          word: name,
          detail: [usage, summary, bot].filter(Boolean).join(' · '),
          insert: `/${name} `,
        }))
    })
    .toSorted((a, b) => a.word.localeCompare(b.word))
}
