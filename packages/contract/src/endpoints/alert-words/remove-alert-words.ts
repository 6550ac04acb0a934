import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { alertWords } from '../../objects/alert-words.ts'

export const removeAlertWords = endpoint({
  id: 'remove-alert-words',
  method: 'DELETE',
  path: '/users/me/alert_words',
  role: 'guest',
  summary: 'Remove alert words of one’s own.',
  params: {
    alert_words: json(alertWords, 'The words to remove; those that the caller does not have change nothing.'),
  },
  returns: { alert_words: field(z.array(z.string()), 'The words that the caller has now.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The parameter is no list of texts.' }],
  example: { request: { alert_words: ['design'] }, response: { alert_words: ['quarterly report'] } },
})
