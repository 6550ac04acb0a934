import * as z from 'zod'
import { endpoint, field, json } from '../../define.ts'
import { alertWords } from '../../objects/alert-words.ts'

export const addAlertWords = endpoint({
  id: 'add-alert-words',
  method: 'POST',
  path: '/users/me/alert_words',
  role: 'guest',
  summary: 'Add alert words of one’s own.',
  params: {
    alert_words: json(
      alertWords,
      'The words to add. Those that the caller has already, in whatever case, change nothing.',
    ),
  },
  returns: { alert_words: field(z.array(z.string()), 'The words that the caller has now.') },
  errors: [{ code: 'BAD_REQUEST', when: 'A word is too long, or there would be too many.' }],
  example: {
    request: { alert_words: ['design'] },
    response: { alert_words: ['design', 'quarterly report'] },
  },
})
