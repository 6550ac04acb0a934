import { updateSubscriptionProperty } from '@tagma/contract/endpoints/channels/update-subscription-property.ts'
import { handle } from '#call/call.ts'
import { changeSubscriptions } from '../change-subscriptions.ts'

export const updateSubscriptionPropertyHandler = handle(
  updateSubscriptionProperty,
  async ({ caller, transact }, change) => {
    await transact((tx) => changeSubscriptions(tx, caller, [change]))
    return {}
  },
)
