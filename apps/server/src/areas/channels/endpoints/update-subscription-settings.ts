import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { handle } from '#call/call.ts'
import { changeSubscriptions } from '../change-subscriptions.ts'

export const updateSubscriptionSettingsHandler = handle(
  updateSubscriptionSettings,
  async ({ caller, transact }, { subscription_data }) => {
    await transact((tx) => changeSubscriptions(tx, caller, subscription_data))
    return {}
  },
)
