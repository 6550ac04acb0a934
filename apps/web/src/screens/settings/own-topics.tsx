import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { setTopicPolicy } from '#actions/set-topic-policy.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { topicName } from '#screens/conversation/conversation-title.ts'
import { addressFor } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { FilteredList } from './filtered-list.tsx'

const policies = [
  { policy: visibilityPolicies.followed, text: 'settings.topics.followed' },
  { policy: visibilityPolicies.unmuted, text: 'settings.topics.unmuted' },
  { policy: visibilityPolicies.muted, text: 'settings.topics.muted' },
  { policy: visibilityPolicies.inherit, text: 'settings.topics.inherit' },
] as const

/** The page of topics that the reader follows, mutes or unmutes. */
export function OwnTopics() {
  return (
    <section class="setting-group">
      <p class="setting-note">{t('settings.topics.note')}</p>
      <TopicPolicies />
    </section>
  )
}

/** Lists the topics that the reader follows, mutes or unmutes, and lets them change each. */
export function TopicPolicies() {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const set = (state?.user_topics ?? []).filter(
    ({ visibility_policy: policy }) => policy !== visibilityPolicies.inherit,
  )
  const entries = set
    .flatMap(({ stream_id: channelId, topic_name: topic, visibility_policy: policy }) => {
      const channel = channelById(state, channelId)
      return channel ? [{ channel, channelId, topic, policy, title: topicName(state, topic) }] : []
    })
    .toSorted((a, b) => a.channel.name.localeCompare(b.channel.name) || a.title.localeCompare(b.title))
    .map(({ channel, channelId, topic, policy, title }) => ({
      key: `${channelId} ${topic}`,
      name: `${channel.name} ${title}`,
      row: (
        <>
          <a
            class="setting-text"
            href={addressFor(state, {
              kind: 'conversation',
              conversation: { kind: 'topic', channelId, topic },
            })}
          >
            <span dir="auto">{title}</span>
            <small>
              <ChannelSign channel={channel} size={0.8125} /> <span dir="auto">{channel.name}</span>
            </small>
          </a>
          <select
            class="field"
            aria-label={t('settings.topics.policy', { topic: title })}
            value={String(policy)}
            onChange={({ currentTarget: { value } }) => {
              const chosen = policies.find((each) => String(each.policy) === value)
              if (chosen) void setTopicPolicy(app, { channelId, topic }, chosen.policy)
            }}
          >
            {policies.map((each) => (
              <option key={each.policy} value={String(each.policy)}>
                {t(each.text)}
              </option>
            ))}
          </select>
        </>
      ),
    }))
  return (
    <FilteredList label={t('settings.page.topics')} entries={entries} empty={t('settings.topics.none')} />
  )
}
