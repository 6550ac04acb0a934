import * as z from 'zod'
import { event, field } from '../define.ts'

export const hasWebexTokenEvent = event({
  type: 'has_webex_token',
  doc: 'The user has connected a Webex account, or the connection has ended.',
  since: 493,
  fields: { value: field(z.boolean(), 'Whether the user can create Webex calls.') },
  example: { type: 'has_webex_token', value: true, id: 65536 },
})
