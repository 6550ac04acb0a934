import type { Answer } from '@tagma/contract/define.ts'
import type { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { Narrow } from '@tagma/sync/messages/narrow.ts'
import type { State } from '@tagma/sync/state.ts'
import type { App } from '#state/use-app.ts'
import { when } from '#state/when.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** The most messages that the server takes at a time. */
const atATime = 1000

/** Marks all of a narrow as read. Undo makes exactly these messages unread again. */
export const markNarrowRead = (app: App, narrow: Narrow) => markNarrowsRead(app, [narrow])

/** Marks all of several narrows as read, such as the channels of a folder: one deed, undone as one. */
export async function markNarrowsRead(app: App, narrows: readonly Narrow[]): Promise<void> {
  const before = unreadIds(app.store.get().state)
  let count = 0
  try {
    for (const narrow of narrows) count += await markAll(app, narrow)
    const marked = () => {
      const after = unreadIds(app.store.get().state)
      return [...before].filter((id) => !after.has(id))
    }
    const undo = () => void flag(app, { op: 'remove', marked, count })
    showToast(app, { name: 'read', kind: 'status', text: t('conversation.marked-read', { count }), undo })
  } catch (error) {
    showError(app, error)
  }
}

/** Marks all of a narrow as read. Resolves with the number of messages that were unread; rejects if the server refuses. */
export async function markAll({ client }: Pick<App, 'client'>, narrow: Narrow): Promise<number> {
  let anchor: number | 'oldest' = 'oldest'
  let count = 0
  for (;;) {
    const done: Marked = await client.call(wire.updateMessageFlagsForNarrow, {
      anchor,
      include_anchor: anchor === 'oldest',
      num_before: 0,
      num_after: atATime,
      narrow: [...narrow, { operator: 'is', operand: 'unread', negated: false }],
      op: 'add',
      flag: 'read',
    })
    count += done.updated_count
    if (done.found_newest || done.last_processed_id === null) return count
    anchor = done.last_processed_id
  }
}

type Marked = Answer<typeof updateMessageFlagsForNarrow>

const unreadIds = (state: State | undefined): ReadonlySet<number> => {
  const { streams = [], pms = [], huddles = [] } = state?.unread_msgs ?? {}
  return new Set([...streams, ...pms, ...huddles].flatMap((group) => group.unread_message_ids))
}

/** Makes a message and all later ones of a narrow unread. Resolves with whether the server did. */
export async function markUnreadFrom(app: App, narrow: Narrow, id: number): Promise<boolean> {
  const { state, messages } = app.store.get()
  const before = unreadIds(state)
  const newest = Math.max(id, ...[...messages.byId.values()].map((message) => message.id))
  const call = () =>
    app.client.call(wire.updateMessageFlagsForNarrow, {
      anchor: id,
      include_anchor: true,
      num_before: 0,
      num_after: atATime * 5,
      narrow: [...narrow],
      op: 'remove',
      flag: 'read',
    })
  try {
    const done = await call()
    const isRefused = done.ignored_because_not_subscribed_channels.length > 0
    if (isRefused && done.updated_count === 0) {
      showToast(app, { name: 'unread', kind: 'alert', text: t('conversation.cannot-be-unread') })
      return false
    }
    showToast(app, {
      name: 'unread',
      kind: 'status',
      text: t('conversation.marked-unread', { count: done.updated_count }),
      // Those that were unread before stay so.
      undo: () => {
        const marked = () =>
          [...unreadIds(app.store.get().state)].filter(
            (each) => each >= id && each <= newest && !before.has(each),
          )
        void flag(app, { op: 'add', marked, count: done.updated_count })
      },
    })
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}

interface Flagging {
  readonly op: 'add' | 'remove'
  /** Ids of the messages that were marked, as far as events have told. */
  readonly marked: () => readonly number[]
  /** The number of messages that the server has marked. */
  readonly count: number
}

/** Marks messages as read, or takes the mark from them, once an event has told which ones they are. */
async function flag(app: App, { op, marked, count }: Flagging): Promise<void> {
  await when(app.store, () => count === 0 || marked().length > 0)
  try {
    await app.client.call(wire.updateMessageFlags, { messages: [...marked()], op, flag: 'read' })
  } catch (error) {
    showError(app, error)
  }
}
