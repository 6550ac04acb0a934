import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { handle } from '#call/call.ts'
import { leaveChannels } from '../leave-channels.ts'

export const unsubscribeHandler = handle(
  unsubscribe,
  ({ caller, directory, transact }, { subscriptions, principals }) =>
    transact((tx) => leaveChannels(tx, directory, caller, subscriptions, principals)),
)
