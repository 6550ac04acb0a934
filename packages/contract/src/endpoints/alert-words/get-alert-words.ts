import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getAlertWords = endpoint({
  id: 'get-alert-words',
  method: 'GET',
  path: '/users/me/alert_words',
  role: 'guest',
  summary: 'Fetch one’s own alert words.',
  params: {},
  returns: { alert_words: field(z.array(z.string()), 'The words; their order means nothing.') },
  example: { request: {}, response: { alert_words: ['design', 'quarterly report'] } },
})
