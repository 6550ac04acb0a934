import * as z from 'zod'
import type { GifsConfig } from '#config/gifs.ts'
import {
  GifFailure,
  type GifQuestion,
  type GifRating,
  gifRatings,
  type GifSearch,
} from '#ports/gif-search.ts'
import type { OutgoingHttp } from '#ports/outgoing-http.ts'
import { descriptionOf, fitting, isPictureAddress, requestGifs } from './request-gifs.ts'

const name = 'GIPHY'
/** GIPHY answers nothing behind this place of a search. */
const lastPlace = 4999

const picture = z.object({ url: z.string().refine(isPictureAddress) })
const gif = z.object({
  title: z.string().nullish(),
  alt_text: z.string().nullish(),
  rating: z.enum(gifRatings),
  images: z.object({
    downsized_medium: picture,
    fixed_height: picture.extend({
      // Numbers, written as texts.
      width: z.coerce.number().int().positive(),
      height: z.coerce.number().int().positive(),
    }),
    fixed_height_still: picture.optional(),
  }),
})
const answer = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({ total_count: z.number().optional(), count: z.number(), offset: z.number() }),
})

/** The fields that are read; without them each GIF comes with forty addresses. */
const fields = [
  'title',
  'alt_text',
  'rating',
  'images.downsized_medium',
  'images.fixed_height',
  'images.fixed_height_still',
].join(',')

/** Asks GIPHY's API (developers.giphy.com/docs/api), whose pages are counted by an offset. */
export function giphyGifs({ url, key }: GifsConfig, outgoing: Pick<OutgoingHttp, 'get'>): GifSearch {
  return {
    provider: 'giphy',
    name,
    async find(question) {
      const { query, rating } = question
      const { data, pagination } = await requestGifs(
        outgoing,
        { name, url: `${url}/${query === '' ? 'trending' : 'search'}`, fields: asked(key, question) },
        answer,
      )
      const next = pagination.offset + pagination.count
      const isLast = data.length === 0 || next > lastPlace || next >= (pagination.total_count ?? Infinity)
      return {
        // A rating that it did not heed is heeded here.
        gifs: fitting(data, gif)
          .filter((each) => isWithin(each.rating, rating))
          .map(({ images, title, alt_text }) => ({
            url: images.downsized_medium.url,
            previewUrl: images.fixed_height.url,
            stillUrl: images.fixed_height_still?.url,
            width: images.fixed_height.width,
            height: images.fixed_height.height,
            description: descriptionOf(alt_text, title),
          })),
        next: isLast ? undefined : String(next),
      }
    },
  }
}

function asked(key: string, { query, rating, language, position, count }: GifQuestion) {
  if (!/^\d{0,4}$/.test(position)) throw new GifFailure('position', `${name} counts its pages by numbers`)
  return {
    api_key: key,
    limit: String(count),
    offset: position === '' ? '0' : position,
    rating,
    fields,
    ...(query === '' ? {} : { q: query, lang: giphyLanguage(language) }),
  }
}

const isWithin = (rating: GifRating, most: GifRating): boolean =>
  gifRatings.indexOf(rating) <= gifRatings.indexOf(most)

/** GIPHY knows languages without their regions, apart from Chinese. */
function giphyLanguage(tag: string): string {
  const lower = tag.toLowerCase()
  if (lower.startsWith('zh')) return /hant|tw|hk/.test(lower) ? 'zh-TW' : 'zh-CN'
  const [language = 'en'] = lower.split(/[-_]/)
  return language === 'nb' || language === 'nn' ? 'no' : language
}
