import * as z from 'zod'
import { event, field } from '../define.ts'

export const alertWordsEvent = event({
  type: 'alert_words',
  doc: 'The user’s alert words changed.',
  fields: { alert_words: field(z.array(z.string()), 'All of the user’s alert words.') },
  example: { type: 'alert_words', alert_words: ['design', 'quarterly report'], id: 65536 },
})
