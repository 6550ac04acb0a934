import type { Call } from '#call/call.ts'
import type { MessageRow } from '#model/message-parts.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { endPreviewWish } from '#store/messages/link-previews.ts'
import { showPreviews } from '../previews/show-previews.ts'
import { renderContent } from '../render/render-content.ts'
import { requireMessage } from '../require-message.ts'

/**
 * Shows a message of the caller without previews of the pages that it links, and stops looking for them. The text stays,
 * so the limits for edits do not apply.
 */
export async function removePreviews(
  { caller, directory, services, transact }: Call,
  message: MessageRow,
): Promise<void> {
  if (message.sender_id !== caller.id) throw badRequest("You don't have permission to edit this message")
  const rendered = await renderContent(services, directory, caller, message.content)
  await transact(async (tx) => {
    const current = await requireMessage(tx, directory, caller, message.id)
    if (current.content !== message.content)
      throw new Refusal('EXPECTATION_MISMATCH', 'The message has changed since it was opened for editing.')
    await endPreviewWish(tx, message.id)
    await showPreviews(tx, directory, message, rendered)
  })
}
