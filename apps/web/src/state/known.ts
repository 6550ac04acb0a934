import type { Connection } from '@tagma/client/connection.ts'
import type { View } from '@tagma/contract/address.ts'
import type { Messages } from '@tagma/sync/messages/messages.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Drafts } from '#outbox/drafts.ts'
import type { Outbox } from '#outbox/outbox.ts'
import type { Recordings } from '#outbox/recordings.ts'
import type { Uploads } from '#outbox/uploads.ts'
import type { AsideState } from './aside.ts'
import type { Beside } from './beside.ts'
import type { Device } from './device.ts'
import type { Heard } from './heard.ts'
import type { Filter } from './list-rows.ts'
import type { Moving } from './moving.ts'
import type { LastList, Place } from './place.ts'
import type { Toasts } from './toasts.ts'
import type { TopicLists } from './topic-lists.ts'
import type { Typing } from './typing.ts'

/** The page's whole knowledge. Each part is replaced as a whole when it changes, so parts are compared by identity. */
export interface Known {
  /** The registration, kept up to date by events. Undefined before the first one. */
  readonly state: State | undefined
  readonly messages: Messages
  /** True while the state and the messages are those of one conversation only, and the rest of the copy is read. */
  readonly isPartial?: boolean
  readonly topics: TopicLists
  /** Events of lists that the page does not keep. */
  readonly heard: Heard
  /** People who are writing now. */
  readonly typing: readonly Typing[]
  readonly connection: Connection
  /** The view that the address bar names. */
  readonly view: View
  /** The view of the third column: the one of the address, or what was open before beside a list of topics or the places. */
  readonly main: View
  /** Whether `main` is only a preview of a row in the list: nothing is marked as read, and the address names another view. */
  readonly isPreview?: boolean | undefined
  /** Conversations beside the main column. Where the window has no room for them, they wait. */
  readonly beside: readonly Beside[]
  /** The column that keys belong to. */
  readonly keysIn: Beside['id']
  /** The place that the list shows. */
  readonly place: Place
  /** The conversations of the place that the list shows. */
  readonly filter: Filter
  /** The list that was open last besides the inbox and direct messages: the bar of a narrow screen leads back to it. */
  readonly lastList: LastList
  /** Ids of the messages of the open view that are selected. */
  readonly selected: ReadonlySet<number>
  /** Messages that one is asked to move from outside of their conversation. */
  readonly moving: Moving | undefined
  /** Undefined while the aside is closed. */
  readonly aside: AsideState | undefined
  readonly device: Device
  /** Messages that the server has not confirmed yet. */
  readonly outbox: Outbox
  readonly drafts: Drafts
  readonly uploads: Uploads
  readonly recordings: Recordings
  /** The lines that tell what just happened. */
  readonly toasts: Toasts
}
