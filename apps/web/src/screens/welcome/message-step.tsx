import { Composer } from '#parts/composer/composer.tsx'
import { topicsPolicyOf } from '#state/topics-policy.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { StepProps } from './first-steps.tsx'

/** The box of the first channel, with a sentence to begin with. */
export function MessageStep({ finish }: StepProps) {
  const channel = useKnown(({ state }) => {
    const own = state?.subscriptions ?? []
    return own.find(({ stream_id }) => state?.realm_default_streams?.includes(stream_id)) ?? own[0]
  })
  const policy = useKnown(({ state }) => state && channel && topicsPolicyOf(state, channel))
  if (!channel) return <p>{t('welcome.no-channel')}</p>
  return (
    <>
      <p class="step-text">{t('welcome.message-text', { channel: channel.name })}</p>
      <Composer
        to={{
          kind: 'topic',
          channelId: channel.stream_id,
          topic: policy === 'empty_topic_only' ? '' : t('welcome.first-topic'),
        }}
        suggestion={t('welcome.first-message')}
        onSent={finish}
      />
    </>
  )
}
