import * as z from 'zod'
import { endpoint, inPath } from '../../define.ts'

export const deactivateCustomEmoji = endpoint({
  id: 'deactivate-custom-emoji',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  role: 'guest',
  summary: 'Deactivate a custom emoji.',
  doc: 'Old messages, reactions and statuses go on showing it. Everybody may deactivate what they added; administrators may deactivate any.',
  params: { emoji_name: inPath(z.string(), 'Name of the emoji.') },
  returns: {},
  errors: [{ code: 'BAD_REQUEST', when: 'No active emoji has this name, or it is somebody else’s.' }],
  changes: [{ level: 190, text: 'A name that no emoji has answers with status 404 instead of 400.' }],
  example: { request: { emoji_name: 'green_tick' }, response: {} },
})
