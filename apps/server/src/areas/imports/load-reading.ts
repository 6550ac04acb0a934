import type { ReceivedRecord, UnreadRecord } from '@tagma/importers/record.ts'
import { IdRanges } from '#model/id-ranges.ts'
import type { Tx } from '#store/log/tx.ts'
import { findDirectConversation, findTopic } from '#store/messages/conversations.ts'
import { insertImported, setAllReadThrough } from '#store/organization/imports.ts'
import { putReadRanges } from '#store/reading/read-state.ts'
import { importedTopic } from './imported-texts.ts'
import type { MappedIds } from './mapped-ids.ts'
import type { MessageIds } from './message-ids.ts'

/** Writes who received and who has not read the messages. Everything else is read. */
export async function loadReading(
  tx: Tx,
  records: readonly (ReceivedRecord | UnreadRecord)[],
  ids: MappedIds,
  messages: MessageIds,
): Promise<void> {
  await insertImported(
    tx,
    'subscription_spans',
    records.flatMap((record) => (record.t === 'received' ? spanRows(record, ids, messages) : [])),
  )
  await setAllReadThrough(tx, messages.newest)
  const conversations = new Map<string, number | undefined>()
  const ranges = []
  for (const record of records) {
    if (record.t !== 'unread') continue
    const userId = ids.users.get(record.person)
    const { place } = record
    const key = JSON.stringify(place)
    if (!conversations.has(key)) conversations.set(key, await findConversation(tx, place, ids))
    const conversationId = conversations.get(key)
    if (userId === undefined || conversationId === undefined) continue
    ranges.push({ userId, conversationId, ranges: readRanges(record.stretches, messages) })
  }
  await putReadRanges(tx, ranges)
}

function spanRows({ person, channel, spans }: ReceivedRecord, ids: MappedIds, messages: MessageIds) {
  const [user_id, channel_id] = [ids.users.get(person), ids.channels.get(channel)]
  if (user_id === undefined || channel_id === undefined) return []
  return spans.map(([after, until]) => ({
    user_id,
    channel_id,
    after_message: messages.from(after + 1) - 1,
    until_message: until === null ? null : messages.upTo(until),
  }))
}

function findConversation(tx: Tx, place: UnreadRecord['place'], ids: MappedIds): Promise<number | undefined> {
  if ('people' in place)
    return findDirectConversation(
      tx.db,
      tx.organizationId,
      place.people.flatMap((key) => ids.users.get(key) ?? []),
    )
  const channel = ids.channels.get(place.channel) ?? 0
  return findTopic(tx.db, tx.organizationId, channel, importedTopic(place.topic)).then((found) => found?.id)
}

/** Everything up to the newest message, without the stretches. */
function readRanges(stretches: UnreadRecord['stretches'], messages: MessageIds): IdRanges {
  let read = IdRanges.empty
  let from = 0
  for (const [first, last] of stretches) {
    const start = messages.from(first)
    if (start > from) read = read.union(IdRanges.between(from, start - 1))
    from = messages.upTo(last) + 1
  }
  return from <= messages.newest ? read.union(IdRanges.between(from, messages.newest)) : read
}
