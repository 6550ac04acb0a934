import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { alertWords } from '../../objects/alert-words.ts'

export const removeAlertWords = endpoint({
  id: 'remove-alert-words',
  method: 'DELETE',
  path: '/users/me/alert_words',
  role: 'guest',
  scope: 'settings',
  summary: 'Remove alert words.',
  params: {
    alert_words: json(alertWords, 'The words to remove. Words that the caller does not have change nothing.'),
  },
  returns: { alert_words: field(z.array(z.string()), 'All alert words of the caller after the call.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The parameter is not a list of strings.' }],
  example: { request: { alert_words: ['design'] }, response: { alert_words: ['quarterly report'] } },
})
