import type { Origin } from './origins.ts'
import { originMark } from './site-file.ts'

/** Lines of a page's head that mean something only with a whole address. */
const wholeAddresses = /<link rel="canonical"[^>]*>|<meta property="og:(?:url|image)"[^>]*>/g

/**
 * Puts the address of the site into a built text. The address that a request names can be anybody's: pages then get
 * links without one, so that every address has the same pages. Texts for programs need whole addresses and get it;
 * such a text `isForeign`: no cache may keep it.
 */
export function nameAddress(
  text: string,
  contentType: string,
  origin: Origin,
): { readonly text: string; readonly address: string; readonly isForeign: boolean } {
  const isForeign = !origin.isConfigured && !contentType.startsWith('text/html')
  const address = origin.isConfigured || isForeign ? origin.url : ''
  const complete = address === '' ? text.replaceAll(wholeAddresses, '') : text
  return { text: complete.replaceAll(originMark, address), address, isForeign }
}
