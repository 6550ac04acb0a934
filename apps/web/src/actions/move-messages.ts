import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

export interface Spot {
  readonly channelId: number
  readonly topic: string
}

export interface Move {
  /** The message that was pointed at. */
  readonly id: number
  readonly from: Spot
  readonly to: Spot
  readonly mode: PropagateMode
  /** Whether notices tell of the move. */
  readonly oldNotice: boolean
  readonly newNotice: boolean
  /** Ids of the messages that move, as far as the page knows them; undefined if it does not know all. */
  readonly ids: readonly number[] | undefined
  /** Whether the target has messages already. */
  readonly isMerge: boolean
}

/** The most messages that are moved back one by one, when they went among others. */
const mostSingly = 20

/** Moves messages to another topic or channel. Undo moves them back, without notices. Rejects if the server refuses. */
export async function moveMessages(app: App, move: Move): Promise<void> {
  const { id, from, to, mode, oldNotice, newNotice, ids } = move
  const chosen = mode === 'change_one' ? (ids ?? [id]) : [id]
  // One notice tells of all: the one that goes with the last message.
  for (const each of chosen) {
    const isLast = each === chosen.at(-1)
    await update(app, each, {
      from,
      to,
      mode,
      oldNotice: oldNotice && isLast,
      newNotice: newNotice && isLast,
    })
  }
  const undo = undoOf(app, move)
  showToast(app, {
    name: 'move',
    kind: 'status',
    text: t('conversation.moved-to', { topic: to.topic, count: move.ids?.length ?? 0 }),
    ...(undo ? { undo } : {}),
  })
}

function undoOf(app: App, { id, from, to, mode, ids, isMerge }: Move): (() => void) | undefined {
  const back = { from: to, to: from, oldNotice: false, newNotice: false }
  const singly = mode === 'change_one' || isMerge
  const moved = mode === 'change_one' ? (ids ?? [id]) : ids
  if (singly && (moved === undefined || moved.length > mostSingly)) return undefined
  const calls = singly
    ? (moved ?? []).map((each) => ({ each, how: 'change_one' as const }))
    : [{ each: id, how: 'change_all' as const }]
  return () => {
    void (async () => {
      try {
        for (const { each, how } of calls) await update(app, each, { ...back, mode: how })
      } catch (error) {
        showError(app, error)
      }
    })()
  }
}

type Update = Pick<Move, 'from' | 'to' | 'mode' | 'oldNotice' | 'newNotice'>

async function update(
  { client }: App,
  id: number,
  { from, to, mode, oldNotice, newNotice }: Update,
): Promise<void> {
  await client.call(wire.updateMessage, {
    message_id: id,
    propagate_mode: mode,
    send_notification_to_old_thread: oldNotice,
    send_notification_to_new_thread: newNotice,
    ...(from.topic === to.topic ? {} : { topic: to.topic }),
    ...(from.channelId === to.channelId ? {} : { stream_id: to.channelId }),
  })
}

/** Resolves a topic, or opens it again. `lastId` is one of its messages. */
export async function setResolved(app: App, spot: Spot, lastId: number, isResolved: boolean): Promise<void> {
  const bare = spot.topic.replace(/^(?:✔ )+/, '')
  const topic = isResolved ? `✔ ${bare}` : bare
  if (topic === spot.topic) return
  const to = { ...spot, topic }
  try {
    await update(app, lastId, { from: spot, to, mode: 'change_all', oldNotice: false, newNotice: false })
    showToast(app, {
      name: 'move',
      kind: 'status',
      text: t(isResolved ? 'conversation.now-resolved' : 'conversation.now-open', { topic: bare }),
      undo: () => void setResolved(app, to, lastId, !isResolved),
    })
  } catch (error) {
    showError(app, error)
  }
}
