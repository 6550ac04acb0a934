import type { Endpoint, Input } from '@tagma/contract/define.ts'
import { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { deleteMessage } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { requireMessage } from '#areas/messages/require-message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import type { Db } from '#store/sql/db.ts'

/** An account for which places are looked up. */
export interface AgentSight {
  readonly db: Db
  readonly directory: OrganizationDirectory
  readonly caller: UserRecord
}

/** A place that a call writes to: a channel, or the people of a direct message. */
export type WrittenPlace = { readonly channel: number } | { readonly people: readonly number[] }

type PlacesOf<E extends Endpoint> = (
  sight: AgentSight,
  args: Input<E>,
) => Promise<readonly WrittenPlace[]> | readonly WrittenPlace[]

const rules = new Map<string, PlacesOf<never>>()

/** Says which places a call of an endpoint writes to. */
function writes<E extends Endpoint>({ id }: E, places: PlacesOf<E>): void {
  rules.set(id, places)
}

const destination = ({ to }: Input<typeof sendMessage>): WrittenPlace[] =>
  typeof to === 'number' ? [{ channel: to }] : [{ people: (to as readonly unknown[]).map(Number) }]

writes(sendMessage, (_sight, args) => destination(args))
writes(createScheduledMessage, (_sight, args) => destination(args as Input<typeof sendMessage>))
writes(updateMessage, async (sight, { message_id, stream_id }) => [
  ...(await placeOf(sight, message_id)),
  ...(typeof stream_id === 'number' ? [{ channel: stream_id }] : []),
])
writes(deleteMessage, (sight, { message_id }) => placeOf(sight, message_id))
writes(addReaction, (sight, { message_id }) => placeOf(sight, message_id))
writes(removeReaction, (sight, { message_id }) => placeOf(sight, message_id))
writes(subscribe, async ({ db, directory, caller }, { subscriptions }) => {
  const named = await Promise.all(subscriptions.map(({ name }) => findChannel(db, directory, caller, name)))
  return named.map((channel) => ({ channel: channel?.id ?? 0 }))
})
// Nobody else sees what these change: a file is seen where a message names it.
writes(updateMessageFlagsForNarrow, () => [])
writes(uploadFile, () => [])

async function placeOf({ db, directory, caller }: AgentSight, messageId: number): Promise<WrittenPlace[]> {
  const { channel_id, conversation_id } = await requireMessage(db, directory, caller, messageId)
  if (channel_id !== 0) return [{ channel: channel_id }]
  return [{ people: (await participantsOf(db, [conversation_id])).get(conversation_id) ?? [] }]
}

/** Returns the places that a call writes to; undefined for an endpoint that no rule is written for. */
export const placesOf = async <E extends Endpoint>(
  sight: AgentSight,
  { id }: E,
  args: Input<E>,
): Promise<readonly WrittenPlace[] | undefined> => rules.get(id)?.(sight, args as never)
