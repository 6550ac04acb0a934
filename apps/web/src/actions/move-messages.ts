import type { PropagateMode } from '@tagma/contract/objects/message.ts'
import { movedTitle } from '#state/moved-title.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { changePlace, type Spot } from './change-place.ts'
import { errorText, showError } from './show-error.ts'
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

/** The most messages that Undo moves back one by one: an account has 200 calls a minute. */
export const mostSingly = 100
/** The number of messages from which on Undo shows how many are back. */
const manySingly = 10

/**
 * Returns why a move cannot be undone, or undefined. Messages that joined others in a topic can only come back one by one.
 * So the page must know which messages moved, and they must not be too many.
 */
export function undoProblem({ isMerge, ids }: Pick<Move, 'isMerge' | 'ids'>): 'unknown' | 'many' | undefined {
  if (!isMerge) return undefined
  if (!ids) return 'unknown'
  return ids.length > mostSingly ? 'many' : undefined
}

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
    text: t('conversation.moved-to', {
      topic: movedTitle(app.store.get().state, from, to),
      count: move.ids?.length ?? 0,
    }),
    ...(undo ? { undo } : {}),
  })
}

function undoOf(app: App, move: Move, newest: number): (() => void) | undefined {
  const { id, from, to, mode, isMerge, oldNotice, newNotice } = move
  const ids = mode === 'change_one' ? (move.ids ?? [id]) : move.ids
  if (undoProblem({ isMerge, ids }) !== undefined) return undefined
  const spots = [...(newNotice ? [to] : []), ...(oldNotice ? [from] : [])]
  const back = { from: to, to: from, oldNotice: false, newNotice: false }
  const isSingle = mode === 'change_one' && ids?.length === 1
  const notices = async () => {
    for (const spot of spots) await takeBackNotice(app, spot, newest)
  }
  return () => {
    const going =
      isMerge || isSingle
        ? notices().then(() => moveBackSingly(app, ids ?? [], back))
        : // The topic began with the move, so all of it goes back.
          notices().then(() => changePlace(app, ids?.[0] ?? id, { ...back, mode: 'change_all' }))
    going.catch((error: unknown) => showError(app, error))
  }
}

/** Moves messages back one by one. If there are many, it shows how many are back; if one fails, it says how many came back. */
async function moveBackSingly(
  app: App,
  ids: readonly number[],
  back: Omit<Parameters<typeof changePlace>[2], 'mode'>,
): Promise<void> {
  const count = ids.length
  const tell = (text: string, kind: 'status' | 'alert' = 'status') =>
    showToast(app, { name: 'move', kind, text })
  for (const [done, id] of ids.entries()) {
    if (count >= manySingly && done % manySingly === 0) tell(t('move.going-back', { done, count }))
    try {
      await changePlace(app, id, { ...back, mode: 'change_one' })
    } catch (error) {
      if (done === 0) throw error
      return tell(t('move.back-in-part', { done, count, reason: errorText(error) }), 'alert')
    }
  }
  if (count >= manySingly) tell(t('move.back', { count }))
}
