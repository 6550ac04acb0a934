import { deleteTopic as endpoint } from '@tagma/contract/endpoints/messages/delete-topic.ts'
import { handle } from '#call/call.ts'
import { deleteTopic } from '../delete/delete-topic.ts'

export const deleteTopicHandler = handle(endpoint, async (call, { stream_id, topic_name }) => ({
  complete: await deleteTopic(call, stream_id, topic_name),
}))
