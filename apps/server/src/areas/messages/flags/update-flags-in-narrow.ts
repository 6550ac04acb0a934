import type { Args } from '@tagma/contract/define.ts'
import type { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Call } from '#call/call.ts'
import type { MessageRow } from '#model/message-parts.ts'
import { flagsForUser, readWindow } from '../fetch/fetch-messages.ts'
import { resolveNarrow } from '../narrow/narrow.ts'
import { indexMessages } from '../search/index-messages.ts'
import { select } from '../search/search-messages.ts'
import { changeFlag, requireSettableFlag } from './update-flags.ts'

export interface UpdatedRange {
  readonly processed: readonly MessageRow[]
  readonly updatedCount: number
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  readonly notSubscribed: readonly number[]
}

/**
 * Adds or removes a flag of the caller on the messages around an anchor. Messages already in that state stay untouched.
 */
export async function updateFlagsInNarrow(
  { caller, directory, services, transact }: Call,
  args: Args<typeof updateMessageFlagsForNarrow>,
): Promise<UpdatedRange> {
  const { op } = args
  const flag = requireSettableFlag(args.flag)
  const organizationId = directory.organization.id
  if (args.narrow.some(({ operator }) => operator === 'search')) await indexMessages(services, organizationId)
  return transact(async (tx) => {
    const narrow = await resolveNarrow(tx.db, directory, caller, args.narrow)
    const selection = await select({ db: tx.db, searcher: tx.db }, organizationId, narrow)
    const window = await readWindow(tx.db, directory, caller, selection, {
      ...args,
      num_before: Math.min(args.num_before, limits.maxMessagesPerFetch),
      num_after: Math.min(args.num_after, limits.maxMessagesPerFetch),
    })
    const flags = await flagsForUser(tx.db, caller, window.messages)
    const different = window.messages.filter(
      (message) => (flags.get(message.id)?.includes(flag) ?? false) !== (op === 'add'),
    )
    const updated = await changeFlag(tx, caller, different, op, flag)
    return {
      processed: window.messages,
      updatedCount: updated.messages.length,
      foundOldest: window.foundOldest,
      foundNewest: window.foundNewest,
      notSubscribed: updated.notSubscribed,
    }
  })
}
