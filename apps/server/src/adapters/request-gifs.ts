import type * as z from 'zod'
import { productVersion } from '#config/product-version.ts'
import { GifFailure } from '#ports/gif-search.ts'
import { OutgoingFailure, type OutgoingHttp } from '#ports/outgoing-http.ts'

/** The longest address of a picture. The proxy for pictures takes addresses of up to 4000 bytes. */
const longestAddress = 2000
const longestDescription = 200

export interface GifRequest {
  /** The name of the service, for people. */
  readonly name: string
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Asks a service for GIFs and returns its answer, parsed. Throws a GifFailure for any other answer. The failure quotes
 * neither the address, which holds the key, nor the answer.
 */
export async function requestGifs<T>(
  outgoing: Pick<OutgoingHttp, 'get'>,
  { name, url, fields }: GifRequest,
  form: z.ZodType<T>,
): Promise<T> {
  const { status, text } = await ask(outgoing, name, `${url}?${new URLSearchParams(fields)}`)
  if (status !== 200) throw new GifFailure(troubleOf(status, text), `${name} answered ${status}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new GifFailure('unclear', `${name} answered without JSON`)
  }
  const { data } = form.safeParse(json)
  if (data === undefined) throw new GifFailure('unclear', `${name} answered in another form than expected`)
  return data
}

async function ask(outgoing: Pick<OutgoingHttp, 'get'>, name: string, url: string) {
  const headers = { accept: 'application/json', 'user-agent': `Tagma/${productVersion}` }
  try {
    return await outgoing.get({ url, headers })
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    const trouble = error.trouble === 'too large' ? 'unclear' : 'away'
    throw new GifFailure(trouble, `${name} gave no answer: ${error.message}`)
  }
}

function troubleOf(status: number, text: string) {
  // Google answers 400 for a wrong key, and says so.
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(text))) return 'key'
  if (status === 429) return 'busy'
  return status >= 500 ? 'away' : 'unclear'
}

/** Returns the items of an answer that have the right form. A service may mix others in. */
export const fitting = <T>(items: readonly unknown[], form: z.ZodType<T>): readonly T[] =>
  items.flatMap((item) => {
    const { data } = form.safeParse(item)
    return data === undefined ? [] : [data]
  })

/** Whether the server can load a picture from an address, and a message can link it. */
export const isPictureAddress = (address: string): boolean =>
  address.length <= longestAddress &&
  !/[\s()<>[\]]/.test(address) &&
  /^https?:$/.test(URL.parse(address)?.protocol ?? '')

/** Returns the first description that says something, in one line. */
export function descriptionOf(...texts: readonly (string | null | undefined)[]): string {
  const lines = texts.map((text) => (text ?? '').replaceAll(/\s+/g, ' ').trim())
  return [...(lines.find((line) => line !== '') ?? '')].slice(0, longestDescription).join('')
}
