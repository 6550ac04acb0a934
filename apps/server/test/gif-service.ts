import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The API that a service speaks. */
type Form = 'giphy' | 'tenor'

/** An answer in place of the usual one. Undefined breaks the connection. */
export type GifAnswer = { readonly status: number; readonly body: string } | undefined

export interface GifService {
  readonly url: string
  /** The addresses that were asked, below `url`. */
  readonly asked: URL[]
  /** Answers this from now on; `'usual'` ends it. */
  answer(given: GifAnswer | 'usual'): void
  close(): void
}

/** GIFs that a service knows. The first ones are the popular ones. */
const known = 60

/**
 * A service for GIFs on loopback: as GIPHY, or as Tenor and KLIPY. It knows sixty GIFs, “Dancing cat 1” and so on, and
 * finds those whose names have the words that are searched.
 */
export async function gifService(form: Form): Promise<GifService> {
  const asked: URL[] = []
  let instead: GifAnswer | 'usual' = 'usual'
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    asked.push(url)
    if (instead === undefined) return request.socket.resetAndDestroy()
    const { status, body } =
      instead === 'usual' ? { status: 200, body: JSON.stringify(pageOf(form, url)) } : instead
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (given) => void (instead = given),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Address of a picture of the service. No server is there. */
export const gifAddress = (number: number, name: string) => `https://gifs.example.com/${number}/${name}`

function pageOf(form: Form, { searchParams: fields }: URL): unknown {
  const words = (fields.get('q') ?? '').toLowerCase()
  const all = Array.from({ length: known }, (_, index) => index + 1)
  const found = all.filter((number) => `dancing cat ${number}`.includes(words))
  const count = Number(fields.get('limit'))
  const from = Number(fields.get(form === 'giphy' ? 'offset' : 'pos')?.replace('from-', '') ?? 0)
  const page = found.slice(from, from + count)
  if (form === 'giphy')
    return {
      data: page.map(asGiphy),
      meta: { status: 200, msg: 'OK', response_id: '' },
      pagination: { total_count: found.length, count: page.length, offset: from },
    }
  const hasMore = from + count < found.length
  return { results: page.map(asTenor), next: hasMore ? `from-${from + count}` : '' }
}

const asGiphy = (number: number) => ({
  title: `Dancing cat ${number} GIF by Somebody`,
  alt_text: `Dancing cat ${number}`,
  rating: 'g',
  images: {
    downsized_medium: { url: gifAddress(number, 'giphy.gif'), size: '300000' },
    fixed_height: { url: gifAddress(number, '200.gif'), width: '240', height: '200' },
    fixed_height_still: { url: gifAddress(number, '200_s.gif'), width: '240', height: '200' },
  },
})

const asTenor = (number: number) => ({
  id: String(number),
  title: '',
  content_description: `Dancing cat ${number}`,
  media_formats: {
    tinygif: { url: gifAddress(number, 'tiny.gif'), dims: [220, 165], size: 60_000 },
    mediumgif: { url: gifAddress(number, 'medium.gif'), dims: [640, 480], size: 300_000 },
    tinygifpreview: { url: gifAddress(number, 'tiny.png'), dims: [220, 165], size: 6000 },
  },
})
