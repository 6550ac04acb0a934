import type { Message } from '@tagma/sync/messages/message.ts'
import { addressOfMessage } from '#state/addresses.ts'
import type { App } from '#state/use-app.ts'
import { boxIn } from './insert-into-box.ts'

/** Goes to the box of a message's conversation. A feed has none: there its conversation is opened. */
export function openReply(app: App, message: Message): void {
  const box = boxIn(app.column.element())
  if (box) box.focus()
  else app.go(addressOfMessage(app.store.get().state, message))
}
