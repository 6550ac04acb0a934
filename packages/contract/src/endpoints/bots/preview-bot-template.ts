import * as z from 'zod'
import { endpoint, field, inPath, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { templateParameters } from './set-bot-template.ts'

export const previewBotTemplate = endpoint({
  id: 'preview-bot-template',
  method: 'POST',
  path: '/bots/{bot_id}/templates/preview',
  role: 'guest',
  scope: 'people:read',
  bots: false,
  repeated: 'again',
  maxFormBytes: limits.maxLongFormBytes,
  summary: 'Try a template on a payload.',
  doc: 'Answers what would be posted. Nothing is saved. An endpoint of Tagma; Zulip has none for this.',
  params: {
    bot_id: inPath(z.int().nonnegative(), 'The bot; you must administer it.'),
    ...templateParameters,
    payload: json(z.unknown(), 'The payload.'),
  },
  returns: {
    posts: field(
      z.array(
        z.strictObject({
          topic: field(z.string(), 'The topic.'),
          content: field(z.string(), 'The message.'),
          event: field(z.string().optional(), 'Name of the event.'),
        }),
      ),
      'The messages: one, or none where the template posts nothing.',
    ),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The bot does not exist, the caller may not change it, or the template cannot be rendered: the message says why.',
    },
  ],
  example: {
    request: {
      bot_id: 36,
      topic: 'Build {{ number }}',
      content: '{{ status | upcase }}',
      payload: { number: 7, status: 'failed' },
    },
    response: { posts: [{ topic: 'Build 7', content: 'FAILED' }] },
  },
})
