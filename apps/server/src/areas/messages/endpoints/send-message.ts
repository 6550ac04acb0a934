import { sendMessage as endpoint } from '@tagma/contract/endpoints/messages/send-message.ts'
import { type Call, handle } from '#call/call.ts'
import { isPersonal } from '#http/client-name.ts'
import { isNoTopic } from '#model/empty-topic-name.ts'
import { badRequest } from '#model/refusal.ts'
import { renderContent } from '../render/render-content.ts'
import { requireContent, requireTopic } from '../rules.ts'
import { type Destination, resolveChannel, resolveParticipants } from '../send/resolve-destination.ts'
import { sendMessage } from '../send/send-message.ts'

export const sendMessageHandler = handle(endpoint, async (call, args) => {
  const { caller, directory, services } = call
  const content = requireContent(args.content)
  const rendered = await renderContent(services, directory, caller, content)
  const { id, newPolicy } = await call.transact(async (tx) =>
    sendMessage(tx, directory, {
      sender: caller,
      destination: await destinationOf(tx.db),
      content,
      rendered,
      client: call.client,
      readBySender: args.read_by_sender ?? isPersonal(call.client),
      ...(args.queue_id !== undefined && args.local_id !== undefined
        ? { local: { queue_id: args.queue_id, local_id: args.local_id } }
        : {}),
    }),
  )
  return { id, ...(newPolicy === undefined ? {} : { automatic_new_visibility_policy: newPolicy }) }

  async function destinationOf(db: Call['db']): Promise<Destination> {
    if (args.type === 'direct' || args.type === 'private') {
      const to =
        typeof args.to === 'string' ? args.to.split(',') : typeof args.to === 'number' ? [args.to] : args.to
      return { kind: 'direct', users: await resolveParticipants(db, directory, caller, to) }
    }
    const to = Array.isArray(args.to) ? args.to : [args.to]
    if (to.length !== 1 || to[0] === undefined) throw badRequest('Expected exactly one channel')
    const topic = requireTopic(args.topic ?? args.subject ?? '')
    return {
      kind: 'channel',
      channel: await resolveChannel(db, directory, caller, to[0]),
      topic: isNoTopic(topic) ? '' : topic,
      isReadable: true,
    }
  }
})
