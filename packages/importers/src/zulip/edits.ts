import type { ChangeRecord, MessageRecord } from '../record.ts'
import { idIn, isRow, numberIn, type Row, textIn } from '../rows.ts'

/** The changes of a message in its column `edit_history`, and the times of the last of each kind. */
export function editsOf(row: Row): Pick<MessageRecord, 'editedAt' | 'movedAt' | 'changes'> {
  const changes = entriesIn(row)
    .flatMap(changeOf)
    .toSorted((a, b) => b.at - a.at)
  return {
    editedAt: changes.find(({ formerContent }) => formerContent !== null)?.at ?? null,
    movedAt: changes.find(({ topic, channel }) => topic !== null || channel !== null)?.at ?? null,
    changes: completed(changes, textIn(row, 'subject')),
  }
}

function entriesIn(row: Row): Row[] {
  try {
    const entries: unknown = JSON.parse(textIn(row, 'edit_history') || '[]')
    return Array.isArray(entries) ? entries.filter(isRow) : []
  } catch {
    return []
  }
}

/** A change whose entry may say only what was before it. */
type Entry = Omit<ChangeRecord, 'topic'> & {
  readonly topic: { readonly from: string; readonly to: string | undefined } | null
}

function changeOf(entry: Row): Entry[] {
  const at = numberIn(entry, 'timestamp')
  if (at === undefined) return []
  // Before feature level 118 the topic is called subject.
  const former = ['prev_topic', 'prev_subject'].find((name) => typeof entry[name] === 'string')
  const [from, to] = [idIn(entry, 'prev_stream'), idIn(entry, 'stream')]
  const change = {
    at: Math.floor(at),
    person: idIn(entry, 'user_id') ?? null,
    formerContent: typeof entry.prev_content === 'string' ? textIn(entry, 'prev_content') : null,
    topic:
      former === undefined
        ? null
        : {
            from: textIn(entry, former),
            to: typeof entry.topic === 'string' ? textIn(entry, 'topic') : undefined,
          },
    channel: from === undefined || to === undefined ? null : { from, to },
  }
  return change.formerContent === null && change.topic === null && change.channel === null ? [] : [change]
}

/** Fills in the topics after the changes (newest first): each is the one before the next change. */
function completed(changes: readonly Entry[], current: string): ChangeRecord[] {
  let topic = current
  return changes.map((change) => {
    if (change.topic === null) return { ...change, topic: null }
    const { from, to = topic } = change.topic
    topic = from
    return { ...change, topic: { from, to } }
  })
}
