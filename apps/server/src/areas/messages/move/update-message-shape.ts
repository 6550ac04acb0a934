import type { Shaper } from '#events/shaper.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { flagNames, flagsOfMessage } from '#store/messages/message-flags.ts'
import { findMessages } from '#store/messages/messages.ts'
import { readingOf } from '#store/reading/message-readers.ts'
import { withWildcards } from '../present-flags.ts'

interface Flags {
  readonly stored: ReadonlyMap<number, number>
  /** For each subscribed viewer, whether they have read the message. For all other viewers it counts as read. */
  readonly reading: ReadonlyMap<number, boolean>
}

/** Shapes edits and moves, with each user's flags of the message. */
export const updateMessageShaper: Shaper<'update_message', Flags> = {
  type: 'update_message',
  isPersonal: true,
  prepare: (db, _directory, rows, viewersOf) =>
    Promise.all(
      rows.map(async (row) => {
        const id = row.body.message_id
        const message = (await findMessages(db, [id])).get(id)
        const viewers = viewersOf(row)
        return {
          stored: await flagsOfMessage(db, id, viewers),
          reading: message ? await readingOf(db, message, viewers) : new Map<number, boolean>(),
        }
      }),
    ),
  shape({ prior_flags: _prior, ...body }, { user, capabilities }, flags) {
    const isNamed = capabilities.empty_topic_name ?? false
    return {
      key: String(isNamed),
      shared: () => ({
        ...body,
        ...(body.subject === '' && !isNamed ? { subject: emptyTopicName } : {}),
        ...(body.orig_subject === '' && !isNamed ? { orig_subject: emptyTopicName } : {}),
      }),
      own: {
        flags: withWildcards(flags.reading.get(user.id) ?? true, flagNames(flags.stored.get(user.id) ?? 0)),
      },
    }
  },
}
