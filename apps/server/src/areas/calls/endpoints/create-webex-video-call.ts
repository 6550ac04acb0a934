import { createWebexVideoCall } from '@tagma/contract/endpoints/calls/create-webex-video-call.ts'
import { handle } from '#call/call.ts'
import { startWebexCall } from '../start-webex-call.ts'

export const createWebexVideoCallHandler = handle(createWebexVideoCall, async (call) => ({
  url: await startWebexCall(call),
}))
