import * as z from 'zod'
import { endpoint, field, inPath } from '../../define.ts'
import { hookTemplate } from '../../objects/hook-template.ts'

export const getBotTemplates = endpoint({
  id: 'get-bot-templates',
  method: 'GET',
  path: '/bots/{bot_id}/templates',
  role: 'guest',
  scope: 'people:read',
  bots: false,
  summary: 'List the templates of a bot.',
  doc: 'An endpoint of Tagma; Zulip has none for this.',
  params: { bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.') },
  returns: { templates: field(z.array(hookTemplate), 'The templates, by name.') },
  errors: [{ code: 'BAD_REQUEST', when: 'The bot does not exist, or the caller may not change it.' }],
  example: {
    request: { bot_id: 36 },
    response: {
      templates: [
        { name: 'build', topic: 'Build {{ number }}', content: '{{ status | upcase }}', when: '', event: '' },
      ],
    },
  },
})
