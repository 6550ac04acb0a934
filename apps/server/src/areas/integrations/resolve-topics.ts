import type { AlertState, Integration } from '@tagma/integrations/integration.ts'
import { isOn } from '@tagma/integrations/run.ts'
import { isResolved, resolvedPrefix } from '@tagma/rules/topics.ts'
import { moveMessages } from '#areas/messages/move/move-messages.ts'
import type { Destination } from '#areas/messages/send/resolve-destination.ts'
import type { Call } from '#call/call.ts'
import { Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { findTopic } from '#store/messages/conversations.ts'
import { loadBotStorage, saveBotStorage } from '#store/people/bot-storage.ts'
import { messageIdsOf } from '#store/reading/message-moves.ts'
import { topicKey } from '#store/sql/conversation-keys.ts'

type Place = Extract<Destination, { kind: 'channel' }>
type Caller = Pick<Call, 'caller' | 'directory'>

/** Most alerts that are remembered of a topic: with more open ones, it stays open. */
const mostAlerts = 500

/** Tells whether an address wants topics to be resolved when all their alerts are. */
export const resolvesTopics = ({ options }: Integration, query: Readonly<Record<string, string>>): boolean =>
  'resolve_topics' in options && isOn(query.resolve_topics)

/**
 * Finds the topic for alerts: a resolved one is opened again for an alert that is open, and takes the others as it is.
 * Returns the place to post to.
 */
export async function topicForAlerts(
  tx: Tx,
  call: Caller,
  place: Place,
  alerts: readonly AlertState[],
): Promise<Place> {
  const { channel, topic } = place
  if (topic === '' || isResolved(topic)) return place
  if ((await newestIn(tx, channel.id, topic)) !== undefined) return place
  const resolved = `${resolvedPrefix}${topic}`
  const newest = await newestIn(tx, channel.id, resolved)
  if (newest === undefined) return place
  const isOpening = alerts.some(({ isOpen }) => isOpen)
  return isOpening && (await rename(tx, call, newest, topic)) ? place : { ...place, topic: resolved }
}

/** Remembers the alerts of a topic, and resolves it if none is open any more. */
export async function resolveIfOver(
  tx: Tx,
  call: Caller,
  { channel, topic }: Place,
  alerts: readonly AlertState[],
): Promise<void> {
  const plain = isResolved(topic) ? topic.slice(resolvedPrefix.length) : topic
  const key = `open alerts ${channel.id} ${topicKey(plain)}`
  const stored = (await loadBotStorage(tx.db, call.caller.id, [key])).get(key)
  const before = new Set(stored === undefined ? [] : (JSON.parse(stored) as string[]))
  const open = new Set(before)
  for (const { id, isOpen } of alerts)
    if (!isOpen) open.delete(id)
    else if (open.size < mostAlerts) open.add(id)
  if (open.size > 0 || before.size > 0)
    await saveBotStorage(tx, call.caller.id, { [key]: JSON.stringify([...open]) })
  if (open.size > 0 || topic === '' || isResolved(topic)) return
  const newest = await newestIn(tx, channel.id, topic)
  if (newest !== undefined) await rename(tx, call, newest, `${resolvedPrefix}${topic}`)
}

/** Returns the newest message of a topic. */
async function newestIn(tx: Tx, channelId: number, topic: string): Promise<number | undefined> {
  const found = await findTopic(tx.db, tx.organizationId, channelId, topic)
  return found && (await messageIdsOf(tx.db, found.id)).at(-1)
}

/** Renames a topic if the bot may; tells whether it did. Who may not resolve topics posts all the same. */
async function rename(tx: Tx, { caller, directory }: Caller, id: number, topic: string): Promise<boolean> {
  try {
    const move = { id, propagateMode: 'change_all', channel: undefined, topic } as const
    return (await moveMessages(tx, directory, caller, move)) !== undefined
  } catch (error) {
    // Decided before anything is written.
    if (error instanceof Refusal) return false
    throw error
  }
}
