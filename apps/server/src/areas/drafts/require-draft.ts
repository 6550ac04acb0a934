import type { NewDraft } from '@tagma/contract/objects/draft.ts'
import { mayReadChannel } from '@tagma/rules/channels.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { findUsers } from '#areas/users/visibility.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import type { DraftRow } from '#store/personal/drafts.ts'
import { addressProblem } from './rules.ts'

/** Makes the row of a draft that a client sent. Throws a Refusal that says what is wrong with it. */
export async function requireDraft(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  draft: NewDraft,
): Promise<Omit<DraftRow, 'id'>> {
  if (!settingOf(user, 'enable_drafts_synchronization')) {
    throw badRequest('User has disabled synchronizing drafts.')
  }
  const problem = addressProblem(draft)
  if (problem !== undefined) throw badRequest(problem)
  if (draft.type === 'stream')
    await requireReadable(tx, directory, user, must(draft.to[0], 'a draft for a channel names none'))
  else {
    const found = await findUsers(tx.db, directory, user, draft.to)
    const missing = draft.to.find((_, index) => !found[index])
    if (missing !== undefined) throw badRequest(`Invalid user ID ${missing}`)
  }
  return {
    user_id: user.id,
    type: draft.type,
    recipients: JSON.stringify(draft.to),
    topic: draft.type === 'stream' ? draft.topic : '',
    content: draft.content,
    edited_at: draft.timestamp === undefined ? tx.now : Math.floor(draft.timestamp),
  }
}

async function requireReadable(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  id: number,
): Promise<void> {
  const channel = await findChannel(tx.db, directory, user, id, mayReadChannel)
  if (!channel) throw badRequest('Invalid channel ID')
}
