import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getAlertWords = endpoint({
  id: 'get-alert-words',
  method: 'GET',
  path: '/users/me/alert_words',
  role: 'guest',
  scope: 'settings',
  summary: 'Fetch your alert words.',
  params: {},
  returns: { alert_words: field(z.array(z.string()), 'The words, in no particular order.') },
  example: { request: {}, response: { alert_words: ['design', 'quarterly report'] } },
})
