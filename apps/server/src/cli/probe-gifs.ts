import { GifFailure, type GifSearch } from '#ports/gif-search.ts'
import { Complaint } from './explain.ts'

/** Asks the service for one GIF. Throws a Complaint that says what to mend. */
export async function probeGifs(search: GifSearch): Promise<string> {
  const { name, provider } = search
  try {
    await search.find({ query: '', rating: 'g', language: 'en', position: '', count: 1 })
  } catch (error) {
    if (!(error instanceof GifFailure)) throw error
    throw new Complaint(
      `There are no GIFs: ${error.message}. Check ${provider.toUpperCase()}_API_KEY and TAGMA_GIFS_URL, and that this machine reaches the service.`,
    )
  }
  return `GIFs come from ${name}.`
}
