import { productVersion } from '#config/product-version.ts'
import { type OutgoingHttp, OutgoingFailure } from '#ports/outgoing-http.ts'
import type { FetchedPage } from '#store/messages/link-previews.ts'
import { hasHead, readOembed, readPageHead } from './read-page-head.ts'

/**
 * Looks up what a page shows of itself. `language` is a tag such as `de`. Undefined without a picture: clients show no
 * preview without one. Throws nothing: a page that is away or leads into a private network has no preview.
 */
export async function findPreview(
  outgoing: OutgoingHttp,
  address: string,
  language: string,
): Promise<FetchedPage | undefined> {
  const headers = {
    accept: 'text/html,application/xhtml+xml',
    'accept-language': `${language},en;q=0.5`,
    'user-agent': `TagmaLinkPreview/${productVersion} (bot)`,
  }
  try {
    const answer = await outgoing.page({ url: address, headers, isEnough: hasHead })
    if (answer.status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.contentType))
      return undefined
    const page = readPageHead(answer.bytes, answer.contentType, answer.url)
    const more = page.image === undefined ? await askOembed(outgoing, page.oembed) : undefined
    const image = page.image ?? more?.image
    if (image === undefined) return undefined
    return { title: page.title || (more?.title ?? ''), description: page.description, image }
  } catch (error) {
    if (error instanceof OutgoingFailure) return undefined
    throw error
  }
}

async function askOembed(outgoing: OutgoingHttp, address: string | undefined) {
  if (address === undefined) return undefined
  const { status, bytes, url } = await outgoing.page({
    url: address,
    headers: { accept: 'application/json', 'user-agent': `TagmaLinkPreview/${productVersion} (bot)` },
  })
  return status === 200 ? readOembed(Buffer.from(bytes).toString(), url) : undefined
}
