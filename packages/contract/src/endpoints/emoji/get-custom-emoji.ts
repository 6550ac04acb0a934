import { endpoint, field } from '../../define.ts'
import { customEmojiById } from '../../objects/custom-emoji.ts'

export const getCustomEmoji = endpoint({
  id: 'get-custom-emoji',
  method: 'GET',
  path: '/realm/emoji',
  role: 'guest',
  scope: 'messages:read',
  summary: 'Fetch the organization’s custom emoji.',
  params: {},
  returns: { emoji: field(customEmojiById, 'The emoji by id, deactivated ones included.') },
  example: {
    request: {},
    response: {
      emoji: {
        1: {
          id: '1',
          name: 'green_tick',
          source_url: '/user_avatars/1/emoji/images/f0a1.png',
          still_url: null,
          deactivated: false,
          author_id: 10,
        },
      },
    },
  },
})
