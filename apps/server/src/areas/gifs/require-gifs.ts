import type { Services } from '#call/services.ts'
import { badRequest, type Refusal } from '#model/refusal.ts'
import type { ExternalMedia } from '#ports/external-media.ts'
import {
  GifFailure,
  type GifPage,
  type GifQuestion,
  type GifRating,
  gifRatings,
  type GifSearch,
  type GifTrouble,
} from '#ports/gif-search.ts'
import { gifRatingPolicies } from './present.ts'

interface Gifs {
  readonly search: GifSearch
  /** Loads their pictures. */
  readonly media: ExternalMedia
  readonly rating: GifRating
}

/** Returns the service that finds GIFs for an organization, or throws a Refusal that says who can change it. */
export function requireGifs(
  { gifSearch, externalMedia }: Pick<Services['outside'], 'gifSearch' | 'externalMedia'>,
  policy: number,
): Gifs {
  if (!gifSearch || !externalMedia)
    throw badRequest(
      'This server offers no GIFs. Its operator can set a key for Tenor, KLIPY or GIPHY in the configuration.',
    )
  const rating = gifRatings.find((name) => gifRatingPolicies[name].id === policy)
  if (rating === undefined)
    throw badRequest(
      'This organization offers no GIFs. Its administrators can allow them in the settings of the organization.',
    )
  return { search: gifSearch, media: externalMedia, rating }
}

/** Returns what a service finds. Throws a Refusal that names the service if it gave nothing; the log says why. */
export async function requireFound(
  { log }: Pick<Services, 'log'>,
  search: GifSearch,
  question: GifQuestion,
): Promise<GifPage> {
  try {
    return await search.find(question)
  } catch (error) {
    if (!(error instanceof GifFailure)) throw error
    log.warn({ err: error }, `${search.name} gave no GIFs.`)
    throw refusalFor(error.trouble, search.name)
  }
}

function refusalFor(trouble: GifTrouble, name: string): Refusal {
  switch (trouble) {
    case 'away':
      return badRequest(`${name} does not answer. Try again in a moment.`)
    case 'key':
      return badRequest(
        `${name} does not accept this server’s key. The operator of the server can set another one in the configuration.`,
      )
    case 'busy':
      return badRequest(`${name} takes no more searches from this server for now. Try again later.`)
    case 'unclear':
      return badRequest(`${name} gave an answer that this server does not understand. Its log says more.`)
    case 'position':
      return badRequest(`${name} has no such position. Leave it out to begin at the beginning.`)
  }
}
