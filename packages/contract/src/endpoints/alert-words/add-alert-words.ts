import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { alertWords } from '../../objects/alert-words.ts'

export const addAlertWords = endpoint({
  id: 'add-alert-words',
  method: 'POST',
  path: '/users/me/alert_words',
  role: 'guest',
  scope: 'settings',
  summary: 'Add alert words.',
  params: {
    alert_words: json(
      alertWords,
      'The words to add. Words that the caller already has, in upper or lower case, change nothing.',
    ),
  },
  returns: { alert_words: field(z.array(z.string()), 'All alert words of the caller after the call.') },
  errors: [{ code: 'BAD_REQUEST', when: 'A word is too long, or the caller would have too many words.' }],
  example: {
    request: { alert_words: ['design'] },
    response: { alert_words: ['design', 'quarterly report'] },
  },
})
