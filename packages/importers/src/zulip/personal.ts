import type { Losses } from '../losses.ts'
import type { Key, PersonalRecord } from '../record.ts'
import { idIn, numberIn, type Row, textIn } from '../rows.ts'
import type { ZulipTables } from './zulip-tables.ts'

const seconds = (row: Row, column: string): number => Math.floor(numberIn(row, column) ?? 0)

/** The people and channels that rows may refer to. */
interface Known {
  readonly people: ReadonlySet<Key>
  readonly channels: ReadonlySet<Key>
}

/** Tables with what people have set up for themselves. */
export const personalTables = {
  topics: 'zerver_usertopic',
  muted: 'zerver_muteduser',
  words: 'zerver_alertword',
  snippets: 'zerver_savedsnippet',
  statuses: 'zerver_userstatus',
} as const

/** Reads what people have set up for themselves, beside their settings. */
export function* readPersonal(
  tables: ZulipTables,
  { people, channels }: Known,
  losses: Losses,
): Generator<PersonalRecord> {
  function* rowsOf(table: string): Generator<readonly [Row, number]> {
    for (const row of tables.rows(table)) {
      const person = idIn(row, 'user_profile')
      if (person !== undefined && people.has(person)) yield [row, person]
      else losses.drop(table, 'person_unknown', 'state', idIn(row, 'id'))
    }
  }
  for (const [row, person] of rowsOf(personalTables.topics)) {
    const channel = idIn(row, 'stream')
    if (channel === undefined || !channels.has(channel)) {
      losses.drop(personalTables.topics, 'channel_unknown', 'state', idIn(row, 'id'))
      continue
    }
    yield {
      t: 'topic_policy',
      person,
      channel,
      topic: textIn(row, 'topic_name'),
      policy: numberIn(row, 'visibility_policy') ?? 0,
      at: seconds(row, 'last_updated'),
    }
  }
  for (const [row, person] of rowsOf(personalTables.muted)) {
    const muted = idIn(row, 'muted_user')
    if (muted !== undefined && people.has(muted))
      yield { t: 'muted_person', person, muted, at: seconds(row, 'date_muted') }
    else losses.drop(personalTables.muted, 'muted_person_unknown', 'state', idIn(row, 'id'))
  }
  for (const [row, person] of rowsOf(personalTables.words))
    yield { t: 'alert_word', person, word: textIn(row, 'word') }
  for (const [row, person] of rowsOf(personalTables.snippets))
    yield {
      t: 'snippet',
      person,
      title: textIn(row, 'title'),
      content: textIn(row, 'content'),
      createdAt: seconds(row, 'date_created'),
    }
  for (const [row, person] of rowsOf(personalTables.statuses)) {
    const name = textIn(row, 'emoji_name')
    const type = textIn(row, 'reaction_type') || 'unicode_emoji'
    yield {
      t: 'status',
      person,
      text: textIn(row, 'status_text'),
      emoji:
        name === ''
          ? null
          : {
              type: type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type,
              code: textIn(row, 'emoji_code'),
              name,
            },
    }
  }
}
