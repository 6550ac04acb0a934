import * as z from 'zod'
import type { GifsConfig } from '#config/gifs.ts'
import type { GifRating, GifSearch } from '#ports/gif-search.ts'
import type { OutgoingHttp } from '#ports/outgoing-http.ts'
import { descriptionOf, fitting, isPictureAddress, requestGifs } from './request-gifs.ts'

const picture = z.object({ url: z.string().refine(isPictureAddress) })
const gif = z
  .object({
    title: z.string().nullish(),
    content_description: z.string().nullish(),
    media_formats: z.object({
      tinygif: picture.extend({ dims: z.tuple([z.int().positive(), z.int().positive()]) }),
      mediumgif: picture.optional(),
      gif: picture.optional(),
      tinygifpreview: picture.optional(),
    }),
  })
  .transform(({ title, content_description, media_formats: formats }) => ({
    url: (formats.mediumgif ?? formats.gif ?? formats.tinygif).url,
    previewUrl: formats.tinygif.url,
    stillUrl: formats.tinygifpreview?.url,
    width: formats.tinygif.dims[0],
    height: formats.tinygif.dims[1],
    description: descriptionOf(content_description, title),
  }))
const answer = z.object({ results: z.array(z.unknown()), next: z.union([z.string(), z.number()]).nullish() })

/** How strictly they filter. Neither has a rating below G. */
const filters: Readonly<Record<GifRating, string>> = {
  y: 'high',
  g: 'high',
  pg: 'medium',
  'pg-13': 'low',
  r: 'off',
}

const names = { tenor: 'Tenor', klipy: 'KLIPY' } as const

/**
 * Asks Tenor's API (developers.google.com/tenor), or KLIPY's, which has the same form (docs.klipy.com, “Migrate from
 * Tenor”).
 */
export function tenorGifs(
  { url, key, provider }: GifsConfig & { readonly provider: keyof typeof names },
  outgoing: Pick<OutgoingHttp, 'get'>,
): GifSearch {
  const name = names[provider]
  return {
    provider,
    name,
    async find({ query, rating, language, position, count }) {
      const { results, next } = await requestGifs(
        outgoing,
        {
          name,
          url: `${url}/${query === '' ? 'featured' : 'search'}`,
          fields: {
            key,
            client_key: 'tagma',
            limit: String(count),
            media_filter: 'mediumgif,gif,tinygif,tinygifpreview',
            contentfilter: filters[rating],
            locale: tenorLocale(language),
            ...(query === '' ? {} : { q: query }),
            ...(position === '' ? {} : { pos: position }),
          },
        },
        answer,
      )
      const place = String(next ?? '')
      const isLast = results.length === 0 || place === '' || place === '0' || place === position
      return { gifs: fitting(results, gif), next: isLast ? undefined : place }
    },
  }
}

/** A language with its region behind an underscore, if there is one: `pt_BR`. */
function tenorLocale(tag: string): string {
  const [language = 'en', part = ''] = tag.toLowerCase().split(/[-_]/)
  const region = { hans: 'cn', hant: 'tw' }[part] ?? part
  return /^[a-z]{2}$/.test(region) ? `${language}_${region.toUpperCase()}` : language
}
