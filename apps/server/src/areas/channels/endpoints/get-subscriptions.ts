import type { Answer, Args } from '@tagma/contract/define.ts'
import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { type Call, handle } from '#call/call.ts'
import { listKnownChannels } from '../list-channels.ts'
import { presentSubscription } from '../present.ts'

export const getSubscriptionsHandler = handle(getSubscriptions, async (call, args) => {
  // Who was active lately is not in the log.
  if (args.include_subscribers === 'partial') return present(call, args)
  // The traffic of a young channel depends on its age in days: a minute late does no harm.
  const minute = Math.floor(call.now / 60)
  const question = `subscriptions ${args.include_subscribers} ${minute}`
  return call.services.data.remembered.answer(call, question, () => present(call, args))
})

async function present(
  { caller, db, directory, now }: Call,
  { include_subscribers }: Args<typeof getSubscriptions>,
): Promise<Answer<typeof getSubscriptions>> {
  const known = await listKnownChannels(db, directory, caller, {
    includeSubscribers: include_subscribers,
    includeArchived: false,
    subscribedOnly: true,
    now,
  })
  return {
    subscriptions: known.flatMap(({ shown, row, subscribers }) =>
      row?.is_active === 1 ? [presentSubscription(shown, row, subscribers)] : [],
    ),
  }
}
