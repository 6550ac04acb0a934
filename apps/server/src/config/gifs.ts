import { parseUrl } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** A service for GIFs that the operator has set up. */
export interface GifsConfig {
  readonly provider: 'giphy' | 'klipy' | 'tenor'
  readonly key: string
  /** Address of its API, without a slash at its end. */
  readonly url: string
}

/** Keys as clients get them; empty for a service that is not used. */
export type GifKeys = Readonly<Record<GifsConfig['provider'], string>>

/** In the order in which clients of Zulip prefer them. */
const services = [
  { provider: 'tenor', variable: 'TENOR_API_KEY', url: 'https://tenor.googleapis.com/v2' },
  { provider: 'klipy', variable: 'KLIPY_API_KEY', url: 'https://api.klipy.com/v2' },
  { provider: 'giphy', variable: 'GIPHY_API_KEY', url: 'https://api.giphy.com/v1/gifs' },
] as const

/**
 * Parses the keys. Without pictures of other servers there are no GIFs: messages would show them as links only. Throws a
 * ConfigError for a wrong address.
 */
export function parseGifs(
  read: ReadVariable,
  showsExternalMedia: boolean,
): { readonly gifKeys: GifKeys; readonly gifs: GifsConfig | undefined } {
  const given = parseUrl('TAGMA_GIFS_URL', read('TAGMA_GIFS_URL') || undefined, ['http:', 'https:'])
  const keyOf = (provider: GifsConfig['provider']) => {
    const service = services.find((each) => each.provider === provider)
    return service && showsExternalMedia ? read(service.variable) : ''
  }
  const first = services.find(({ provider }) => keyOf(provider) !== '')
  return {
    gifKeys: { giphy: keyOf('giphy'), tenor: keyOf('tenor'), klipy: keyOf('klipy') },
    gifs: first && {
      provider: first.provider,
      key: keyOf(first.provider),
      url: given ?? first.url,
    },
  }
}
