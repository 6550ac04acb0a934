import { receiveWebhook as endpoint } from '@tagma/contract/endpoints/integrations/receive-webhook.ts'
import { handle } from '#call/call.ts'
import { receiveWebhook } from '../receive-webhook.ts'

export const receiveWebhookHandler = handle(endpoint, receiveWebhook)
