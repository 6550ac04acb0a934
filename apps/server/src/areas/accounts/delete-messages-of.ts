import { limits } from '@tagma/contract/limits.ts'
import { deleteMessages } from '#areas/messages/delete/delete-messages.ts'
import type { Call } from '#call/call.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { messagesBySender } from '#store/messages/messages-by-sender.ts'

/** Selects which messages of a user to delete. */
export interface DeletedPlaces {
  readonly delete_public_channel_messages: boolean
  readonly delete_private_channel_messages: boolean
  readonly delete_direct_messages: boolean
}

function isToGo(directory: OrganizationDirectory, channelId: number, places: DeletedPlaces): boolean {
  if (channelId === 0) return places.delete_direct_messages
  return directory.channels.get(channelId)?.isPrivate
    ? places.delete_private_channel_messages
    : places.delete_public_channel_messages
}

/** Deletes the messages of a user in the selected places, in batches, each in its own transaction. */
export async function deleteMessagesOf(
  { caller, directory, transact }: Call,
  user: UserRecord,
  places: DeletedPlaces,
): Promise<void> {
  if (!Object.values(places).includes(true)) return
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await transact(async (tx) => {
      const batch = await messagesBySender(tx.db, tx.organizationId, user.id, from, limits.messagesPerBatch)
      const gone = batch.filter((message) => isToGo(directory, message.channel_id, places))
      for (const group of Map.groupBy(gone, (message) => message.conversation_id).values()) {
        const [place] = group
        if (place)
          await deleteMessages(
            tx,
            directory,
            place,
            group.map(({ id }) => id),
            caller,
          )
      }
      return batch.at(-1)?.id
    })
  }
}
