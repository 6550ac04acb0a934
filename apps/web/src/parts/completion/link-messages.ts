import { canonicalNarrow, narrowKey, topicNarrow } from '@tagma/sync/messages/narrow.ts'
import { loadAround } from '#actions/load-messages.ts'
import { channelsById } from '#state/channels.ts'
import { emojiFormOf } from '#state/emoji-form.ts'
import { listTime } from '#state/list-time.ts'
import { peopleOf } from '#state/people.ts'
import { snippetOf } from '#state/snippet.ts'
import type { App } from '#state/use-app.ts'
import { locale, t } from '#words/words.ts'
import { fitOf, folded } from './match.ts'
import { best, type Suggestion } from './suggestion.ts'
import type { Trigger } from './trigger.ts'

/** Returns links to messages of a topic, the newest first, whose sender or text fits what is typed. */
export async function suggestMessages(
  app: App,
  { channel: name, topic, query }: Trigger & { kind: 'message' },
): Promise<readonly Suggestion[]> {
  const { store, clock } = app
  const ownId = store.get().state?.user_id ?? -1
  const channel = [...channelsById(store.get().state).values()].find((each) => each.name === name)
  if (!channel) return []
  const narrow = canonicalNarrow(topicNarrow(channel.stream_id, topic), ownId)
  const windowOf = () => store.get().messages.windows.get(narrowKey(narrow))
  // Without an answer, what is known has to do.
  if (!windowOf()) await loadAround(app, narrow, { anchor: 'newest' }).catch(() => {})
  const { state, messages } = store.get()
  const ids = windowOf()?.ids ?? []
  const people = peopleOf(state)
  const form = emojiFormOf(store.get())
  const timeZone = state?.user_settings?.timezone || undefined
  const candidates = ids.toReversed().flatMap((id) => {
    const message = messages.byId.get(id)
    if (!message) return []
    const sender = people.get(message.sender_id)?.full_name ?? t('people.unknown')
    return [{ id, sender, text: snippetOf(message.content, form), timestamp: message.timestamp }]
  })
  const asked = folded(query)
  return best(candidates, ({ sender, text }) => {
    const fits = [sender, text].some((each) => fitOf(asked, folded(each)) !== undefined)
    return fits ? [0] : undefined
  }).map(({ id, sender, text, timestamp }) => ({
    key: `message ${id}`,
    label: `${sender}: ${text}`,
    detail: listTime(timestamp * 1000, clock.now(), { locale: locale(), timeZone }),
    insert: `#**${name}>${topic}@${id}** `,
  }))
}
