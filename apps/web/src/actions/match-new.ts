import * as wire from '@tagma/contract/wire.ts'
import { addPage, type Page } from '@tagma/sync/messages/add-page.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { fits } from '@tagma/sync/messages/fits.ts'
import { messageOf } from '@tagma/sync/messages/message.ts'
import { type Narrow, narrowKey } from '@tagma/sync/messages/narrow.ts'
import type { DeclaredEvent } from '@tagma/sync/state.ts'
import type { App } from '#state/use-app.ts'
import { loadMore } from './load-messages.ts'

/** The most new messages that the server is asked about at once. */
const most = 100

/**
 * Asks the server which of the messages that came since a position belong to a narrow that only it can decide, and adds
 * them to the narrow's window.
 */
export async function matchNew(app: App, narrow: Narrow, since: number): Promise<void> {
  const { messages, state } = app.store.get()
  const anchor = messages.windows.get(narrowKey(narrow))?.ids.at(-1)
  if (!state || anchor === undefined) return
  const passed = messages.position - since
  const facts = factsOf(state)
  const events = passed > 0 ? messages.recent.slice(-passed) : []
  const came = events.flatMap((each) => {
    // The types of what comes from the server are those that the contract declares.
    const event = each as DeclaredEvent
    if (event.type !== 'message' || event.message.id <= anchor) return []
    return fits(narrow, messageOf(event.message, event.flags), facts) === 'no'
      ? []
      : [{ ...event.message, flags: event.flags }]
  })
  // Too many came: the page after the last known message has them, too.
  if (passed > messages.recent.length || came.length > most) return loadMore(app, narrow, 'newer')
  const { position: asOf } = messages
  const { messages: matches } =
    came.length === 0
      ? { messages: {} as Readonly<Record<string, { match_content: string; match_subject: string }>> }
      : await app.client.call(wire.checkMessagesMatchNarrow, {
          msg_ids: came.map(({ id }) => id),
          narrow: [...narrow],
        })
  const found = came.flatMap((message) => {
    const match = matches[String(message.id)]
    return match ? [{ ...message, ...match }] : []
  })
  const page: Page = { messages: found, anchor, found_oldest: false, found_newest: true }
  const known = app.store.get()
  if (known.state)
    app.store.set({ messages: addPage(known.messages, narrow, page, { facts: factsOf(known.state), asOf }) })
}
