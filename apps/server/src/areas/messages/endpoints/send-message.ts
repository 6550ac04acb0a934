import type { Args } from '@tagma/contract/define.ts'
import { sendMessage as endpoint } from '@tagma/contract/endpoints/messages/send-message.ts'
import { type Call, handle } from '#call/call.ts'
import { isPersonal } from '#http/client-name.ts'
import { badRequest } from '#model/refusal.ts'
import { renderContent } from '../render/render-content.ts'
import { requireContent } from '../rules.ts'
import { foreseeSending } from '../send/foresee-sending.ts'
import { namedDestination, namedPlace } from '../send/named-destination.ts'
import { type NewMessage, sendMessage } from '../send/send-message.ts'

export const sendMessageHandler = handle(endpoint, async (call, args) => {
  const { caller, directory, services } = call
  if (args.widget_content && caller.botType === null)
    throw badRequest('Only bots send buttons: people can begin a message with /poll or /todo.')
  const local = localName(call, args)
  const content = requireContent(args.content)
  const rendered = await renderContent(services, directory, caller, content)
  const sending = {
    sender: caller,
    content,
    rendered,
    buttons: args.widget_content,
    client: call.client,
    readBySender: args.read_by_sender ?? isPersonal(call.client),
    ...(local ? { local } : {}),
  }
  const { id, newPolicy } = await call.transact(
    async (tx) =>
      sendMessage(tx, directory, {
        ...sending,
        destination: await namedDestination(tx, directory, caller, args),
      }),
    { foresees: () => foreseeSending(directory, sending, namedPlace(directory, args)) },
  )
  return { id, ...(newPolicy === undefined ? {} : { automatic_new_visibility_policy: newPolicy }) }
})

/** The client's name for the message: the older one by queue, or else the key of the call. */
function localName(
  { idempotencyKey }: Call,
  { queue_id, local_id }: Args<typeof endpoint>,
): NewMessage['local'] {
  if (queue_id !== undefined && local_id !== undefined) return { queue_id, local_id }
  if (idempotencyKey === undefined) return undefined
  return { queue_id: 'idempotency', local_id: idempotencyKey }
}
