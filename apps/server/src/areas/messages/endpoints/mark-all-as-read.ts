import { markAllAsRead } from '@tagma/contract/endpoints/messages/mark-all-as-read.ts'
import { handle } from '#call/call.ts'
import { markAllRead } from '../flags/mark-read.ts'

export const markAllAsReadHandler = handle(markAllAsRead, async ({ caller, transact }) => {
  await transact((tx) => markAllRead(tx, caller))
  return { complete: true }
})
