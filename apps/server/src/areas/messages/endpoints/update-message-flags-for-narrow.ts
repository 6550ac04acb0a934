import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { handle } from '#call/call.ts'
import { updateFlagsInNarrow } from '../flags/update-flags-in-narrow.ts'

export const updateMessageFlagsForNarrowHandler = handle(updateMessageFlagsForNarrow, async (call, args) => {
  const { processed, updatedCount, foundOldest, foundNewest, notSubscribed } = await updateFlagsInNarrow(
    call,
    args,
  )
  return {
    processed_count: processed.length,
    updated_count: updatedCount,
    first_processed_id: processed[0]?.id ?? null,
    last_processed_id: processed.at(-1)?.id ?? null,
    found_oldest: foundOldest,
    found_newest: foundNewest,
    ignored_because_not_subscribed_channels: [...notSubscribed],
  }
})
