import type { Losses } from '@tagma/importers/losses.ts'
import type { MessageRecord } from '@tagma/importers/record.ts'
import type { HistoryEntry } from '#model/history-entry.ts'
import { importedTopic, shortened } from './imported-texts.ts'
import type { Links } from './links.ts'
import type { MappedIds } from './mapped-ids.ts'

/** The changes of a message, newest first, before their former contents are rendered. */
export function importedChanges(
  record: MessageRecord,
  { ids, links }: { readonly ids: MappedIds; readonly links: Links },
  losses: Losses,
): HistoryEntry[] {
  return record.changes.flatMap(({ at, person, formerContent, topic, channel }) => {
    const text = formerContent === null ? undefined : links.rewrite(formerContent)
    const former = text === undefined ? undefined : shortened(text)
    if (former !== text) losses.mend('edit_history', 'too_long_cut', 'content', record.key)
    const from = channel === null ? undefined : ids.channels.get(channel.from)
    const to = channel === null ? undefined : ids.channels.get(channel.to)
    const isKnown = from !== undefined && to !== undefined
    if (former === undefined && topic === null && !isKnown) {
      losses.drop('edit_history', 'channel_unknown', 'trace', record.key)
      return []
    }
    if (channel !== null && !isKnown) losses.mend('edit_history', 'channel_unknown', 'trace', record.key)
    return [
      {
        timestamp: at,
        user_id: person === null ? null : (ids.users.get(person) ?? null),
        ...(former === undefined ? {} : { prev_content: former }),
        ...(topic === null ? {} : { prev_topic: importedTopic(topic.from), topic: importedTopic(topic.to) }),
        ...(isKnown ? { prev_stream: from, stream: to } : {}),
      },
    ]
  })
}
