import type { IncomingMessage } from 'node:http'
import { compress } from '@tagma/serving/compress.ts'
import { type Coding, preferredCoding, remembered } from '@tagma/serving/negotiate.ts'

/** Shorter answers are sent as they are. */
const shortest = 1024

/**
 * The same for GET /events. A busy server answers polls all the time, each with a few events: these would cost more
 * than the network saves.
 */
const shortestEvents = 16 * 1024

/** The quickest first: most answers are sent once. */
const codingFor = remembered((accepted) => preferredCoding(accepted, ['zstd', 'br', 'gzip']))

/** Answers that are sent several times are the same bytes each time (`RememberedAnswers`). */
const codedBefore = new WeakMap<Buffer, { readonly coding: Coding; readonly bytes: Buffer }>()

const eventsPath = /^\/(?:api\/v1|json)\/events(?:\?|$)/

/**
 * Returns the coding for an answer's body; undefined for one that is never compressed.
 *
 * The length of a compressed answer tells whether two of its parts are alike (the attack BREACH). An attacker would have
 * to make a browser ask with credentials, again and again. Another origin can't: it has no API key, and a session counts
 * in requests of this origin only.
 */
export function codingOf(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  length: number,
): Coding | undefined {
  if (length < shortest || (length < shortestEvents && eventsPath.test(url))) return undefined
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' ? codingFor(accepted) : 'identity'
}

/** Compresses an answer's body: at once, or in the background if it is long. */
export function coded(body: string | Buffer, coding: Coding): Buffer | Promise<Buffer> {
  if (typeof body === 'string') return compress(Buffer.from(body), coding, 'once')
  const known = codedBefore.get(body)
  if (known?.coding === coding) return known.bytes
  const made = compress(body, coding, 'once')
  const keep = (bytes: Buffer) => {
    codedBefore.set(body, { coding, bytes })
    return bytes
  }
  return made instanceof Promise ? made.then(keep) : keep(made)
}
