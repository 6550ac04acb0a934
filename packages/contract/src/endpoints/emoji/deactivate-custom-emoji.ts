import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const deactivateCustomEmoji = endpoint({
  id: 'deactivate-custom-emoji',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  role: 'guest',
  scope: 'organization',
  summary: 'Deactivate a custom emoji.',
  doc: 'Old messages, reactions and statuses still show it. Users may deactivate emoji that they added; administrators may deactivate all.',
  params: { emoji_name: inPath(z.string(), 'Name of the emoji.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', status: 404, when: 'No active emoji has this name.' },
    { code: 'BAD_REQUEST', when: 'Somebody else added the emoji, and the caller is no administrator.' },
  ],
  changes: [{ level: 190, text: 'An unknown name gives status 404 instead of 400.' }],
  example: { request: { emoji_name: 'green_tick' }, response: {} },
})
