import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { changePlace, type Spot } from './change-place.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'
import { newestKnown, takeBackNotice } from './take-back-notice.ts'

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

/**
 * Moves messages to another topic or channel. Undo moves them back without notices, and takes back those of the move where
 * one may delete messages of others; else they stay with the messages. Rejects if the server refuses.
 */
export async function moveMessages(app: App, move: Move): Promise<void> {
  const { id, from, to, mode, oldNotice, newNotice, ids } = move
  const chosen = mode === 'change_one' ? (ids ?? [id]) : [id]
  const newest = newestKnown(app)
  // One notice tells of all: the one that goes with the last message.
  for (const each of chosen) {
    const isLast = each === chosen.at(-1)
    await changePlace(app, each, {
      from,
      to,
      mode,
      oldNotice: oldNotice && isLast,
      newNotice: newNotice && isLast,
    })
  }
  const undo = undoOf(app, move, newest)
  showToast(app, {
    name: 'move',
    kind: 'status',
    text: t('conversation.moved-to', { topic: to.topic, count: move.ids?.length ?? 0 }),
    ...(undo ? { undo } : {}),
  })
}

function undoOf(app: App, move: Move, newest: number): (() => void) | undefined {
  const { id, from, to, mode, ids, isMerge, oldNotice, newNotice } = move
  const spots = [...(newNotice ? [to] : []), ...(oldNotice ? [from] : [])]
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
        for (const spot of spots) await takeBackNotice(app, spot, newest)
        for (const { each, how } of calls) await changePlace(app, each, { ...back, mode: how })
      } catch (error) {
        showError(app, error)
      }
    })()
  }
}
