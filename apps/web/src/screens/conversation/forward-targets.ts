import type { Destination } from '#outbox/destination.ts'
import { type Fit, fitOf, folded } from '#parts/completion/match.ts'
import { channelsById } from '#state/channels.ts'
import { newestFirst } from '#state/conversations.ts'
import type { Known } from '#state/known.ts'
import { peopleOf } from '#state/people.ts'
import { selectConversations } from '#state/selectors.ts'
import { t } from '#words/words.ts'
import { namesOf, topicName } from './conversation-title.ts'

/** A conversation that a message can be forwarded to, or a channel in which a topic is still to be named. */
export type ForwardTarget = {
  readonly key: string
  readonly label: string
  readonly detail: string
} & (
  | { readonly kind: 'conversation'; readonly to: Destination }
  | { readonly kind: 'channel'; readonly channelId: number }
)

/** Targets that are offered at a time. */
const most = 8

/** Returns the conversations, people and channels that a query means: the newest conversations while it is empty. */
export function forwardTargets(known: Known, query: string): readonly ForwardTarget[] {
  const asked = folded(query.trim())
  const targets = targetsOf(known)
  if (asked === '') return targets.slice(0, most)
  return targets
    .flatMap((target) => {
      const fit = fitOfTarget(asked, target)
      return fit === undefined ? [] : [{ fit, target }]
    })
    .toSorted((a, b) => a.fit - b.fit)
    .slice(0, most)
    .map(({ target }) => target)
}

/** Returns how well a target fits what is typed. A channel is found by its bare name, too. */
function fitOfTarget(asked: string, { kind, label }: ForwardTarget): Fit | undefined {
  const name = folded(label)
  const bare = kind === 'channel' ? fitOf(asked, name.slice(1)) : undefined
  return bare ?? fitOf(asked, name)
}

function targetsOf(known: Known): ForwardTarget[] {
  const { state } = known
  const channels = channelsById(state)
  const conversations = selectConversations(known)
    .toSorted(newestFirst)
    .flatMap(({ key, channelId, topic, userIds }): ForwardTarget[] => {
      if (userIds) {
        const to = { kind: 'people', userIds } as const
        return [{ kind: 'conversation', key, label: namesOf(state, userIds), detail: '', to }]
      }
      const channel = channels.get(channelId ?? -1)
      if (!channel || channel.is_archived) return []
      const to = { kind: 'topic', channelId: channel.stream_id, topic } as const
      const label = topicName(state, topic)
      return [{ kind: 'conversation', key, label, detail: `#${channel.name}`, to }]
    })
  const talks = new Set(conversations.map(({ key }) => key))
  const people = [...peopleOf(state).values()]
    .filter(
      ({ user_id, is_active }) => is_active && user_id !== state?.user_id && !talks.has(`dm ${user_id}`),
    )
    .map(({ user_id, full_name }): ForwardTarget => {
      const to = { kind: 'people', userIds: [user_id] } as const
      return { kind: 'conversation', key: `dm ${user_id}`, label: full_name, detail: '', to }
    })
  const open = (state?.subscriptions ?? [])
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id, name }): ForwardTarget => ({
      kind: 'channel',
      key: `channel ${stream_id}`,
      label: `#${name}`,
      detail: t('list.newTopic'),
      channelId: stream_id,
    }))
  return [...conversations, ...people, ...open]
}
