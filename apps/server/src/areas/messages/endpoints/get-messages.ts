import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { handle } from '#server/call.ts'
import { fetchMessages } from '../fetch-messages.ts'

export const getMessagesHandler = handle(getMessages, async ({ caller, db, directory }, args) => {
  const { anchor, messages, foundAnchor, foundNewest, foundOldest } = await fetchMessages(
    db,
    directory,
    caller,
    args,
  )
  return {
    ...(anchor === undefined ? {} : { anchor }),
    found_anchor: foundAnchor,
    found_newest: foundNewest,
    found_oldest: foundOldest,
    history_limited: false,
    messages,
  }
})
