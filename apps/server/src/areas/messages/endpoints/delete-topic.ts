import { deleteTopic } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { handle } from '#call/call.ts'
import { deleteTopic as remove } from '../delete/delete-topic.ts'

export const deleteTopicHandler = handle(deleteTopic, async (call, { stream_id, topic_name }) => ({
  complete: await remove(call, stream_id, topic_name),
}))
