import { useMemo } from 'preact/hooks'
import { giveTitle } from '#actions/give-title.ts'
import type { TopicDestination } from '#outbox/destination.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { newestOwn } from './newest-own.ts'
import { suggestTitles } from './suggest-titles.ts'

/** Offers a title for the message that one has just sent without one. */
export function GiveTitle({ to }: { readonly to: TopicDestination }) {
  const app = useApp()
  const message = useKnown(({ state, messages }) =>
    to.topic === '' && state
      ? newestOwn(messages, to.channelId, { ownId: state.user_id ?? -1, now: app.clock.now() })
      : undefined,
  )
  const topics = useKnown((known) => known.topics.get(to.channelId)?.topics)
  const most = useKnown(({ state }) => state?.max_topic_length ?? 60)
  const titles = useMemo(() => {
    const text = message?.content.replaceAll(/<[^>]*>/g, ' ') ?? ''
    return suggestTitles(text, [...(topics?.values() ?? [])], { most, locale: locale() })
  }, [message?.content, topics, most])
  if (!message || titles.length === 0) return null
  return (
    <p class="editor-check editor-titles">
      <span>{t('compose.give-title')}</span>
      {titles.map(({ title }) => (
        <button
          key={title}
          type="button"
          class="button-link"
          aria-label={t('compose.give-this-title', { title })}
          onClick={() => void giveTitle(app, message.id, to.channelId, title)}
        >
          {title}
        </button>
      ))}
    </p>
  )
}
