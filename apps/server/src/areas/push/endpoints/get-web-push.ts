import { getWebPush } from '@tagma/contract/endpoints/push/get-web-push.ts'
import { handle } from '#call/call.ts'
import { listOwnBrowsers, wasRemoved } from '../list-own-browsers.ts'
import { requireWebPushKeys } from '../web-push-keys.ts'

export const getWebPushHandler = handle(getWebPush, async (call) => {
  const { publicKey } = await requireWebPushKeys(call.services, call.directory.organization.id)
  return {
    public_key: publicKey,
    subscriptions: await listOwnBrowsers(call),
    is_removed: await wasRemoved(call),
  }
})
