import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'

export const getGifs = endpoint({
  id: 'get-gifs',
  method: 'GET',
  path: '/tagma/gifs',
  role: 'guest',
  scope: 'messages:write',
  bots: false,
  summary: 'Search for GIFs.',
  doc: 'Searches the service for GIFs that the server’s configuration names: Tenor, KLIPY or GIPHY, the first of them that has a key. The server asks the service, so that it learns nothing of the person who searches, and answers only what the organization’s `gif_rating_policy` allows. To post a GIF, write its `url` into a message as a link. Whoever shows the GIFs has to name the service beside them. An endpoint of Tagma; Zulip has none for this.',
  params: {
    query: text(
      z.string().trim().max(100).default(''),
      'Words to search for, in the language of the caller. Without words, the service answers what is popular now.',
    ),
    position: text(
      z.string().max(500).default(''),
      '`next` of the answer before, with the same words: goes on behind it.',
    ),
  },
  returns: {
    provider: field(z.enum(['giphy', 'klipy', 'tenor']), 'The service that was asked.'),
    gifs: field(
      z.array(
        z.strictObject({
          url: field(z.string(), 'The address of the GIF at the service, for a message.'),
          preview_url: field(
            z.string(),
            'A small moving picture, from this server: the service does not learn who looks.',
          ),
          still_url: field(
            z.string().nullable(),
            'The same without motion, from this server. Null if the service has none.',
          ),
          width: field(z.int().positive(), 'The width of the small picture in pixels.'),
          height: field(z.int().positive(), 'Its height.'),
          description: field(
            z.string(),
            'The picture in words, as far as the service knows; empty if it does not.',
          ),
        }),
      ),
      'At most 16 GIFs, the best one first.',
    ),
    next: field(z.string().nullable(), 'The `position` of what follows. Null at the end.'),
  },
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The server’s configuration names no service, the organization allows no GIFs, or the service gave none; `msg` names it and says why.',
    },
  ],
  example: {
    request: { query: 'thank you' },
    response: {
      provider: 'klipy',
      gifs: [
        {
          url: 'https://static.klipy.com/ii/4e/thank-you.gif',
          preview_url: '/external_content/3f1c0e9a/68747470733a2f2f',
          still_url: null,
          width: 220,
          height: 165,
          description: 'A cat that bows',
        },
      ],
      next: 'MjQ',
    },
  },
})
