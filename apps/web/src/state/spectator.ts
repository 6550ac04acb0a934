import type { View } from '@tagma/contract/address.ts'
import type { State } from '@tagma/sync/state.ts'
import { channelById } from './channels.ts'
import type { Known } from './known.ts'

/** Whether the page is read without an account: the server gave a state, and no queue for what changes. */
export const isSpectator = ({ state }: Pick<Known, 'state'>): boolean => state?.queue_id === null

/** Views of lists: they show what there is to read, if that is little. */
const lists: ReadonlySet<View['kind']> = new Set(['home', 'inbox', 'recent', 'places', 'topics', 'help'])

/** Whether a spectator may look at a view: at lists, searches, and channels that are open to the web. */
export function mayLookAt(state: State | undefined, view: View): boolean {
  if (lists.has(view.kind) || view.kind === 'search') return true
  if (view.kind === 'feed')
    return view.channelId === undefined || channelById(state, view.channelId) !== undefined
  return (
    view.kind === 'conversation' &&
    view.conversation.kind === 'topic' &&
    channelById(state, view.conversation.channelId) !== undefined
  )
}

/** The term that the server asks of spectators in every search for messages. */
export const onTheWeb = { operator: 'channels', operand: 'web-public', negated: false } as const
