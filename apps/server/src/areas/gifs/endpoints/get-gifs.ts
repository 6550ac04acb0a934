import { getGifs } from '@tagma/contract/endpoints/gifs/get-gifs.ts'
import { initialUserSettings } from '@tagma/contract/settings/user-settings.ts'
import { handle } from '#call/call.ts'
import { requireFound, requireGifs } from '../require-gifs.ts'

/** GIFs of an answer. One person's browser may load 20 pictures of other servers at once. */
const count = 16

export const getGifsHandler = handle(
  getGifs,
  async ({ services, directory, caller, countAgainst }, { query, position }) => {
    const { settings } = directory.organization
    const { search, media, rating } = requireGifs(services.outside, settings.gif_rating_policy)
    countAgainst('gifs', `user ${caller.id}`)
    const language = caller.settings.default_language ?? initialUserSettings.default_language
    const { gifs, next } = await requireFound(services, search, {
      query,
      rating,
      language,
      position,
      count,
    })
    return {
      provider: search.provider,
      gifs: gifs.map(({ url, previewUrl, stillUrl, width, height, description }) => ({
        url,
        preview_url: media.pathFor(previewUrl),
        still_url: stillUrl === undefined ? null : media.pathFor(stillUrl),
        width,
        height,
        description,
      })),
      next: next ?? null,
    }
  },
)
