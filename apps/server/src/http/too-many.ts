import type { Uses } from '#call/services.ts'
import { Refusal } from '#model/refusal.ts'
import { worded } from '#words/words.ts'
import { textReply } from './html.ts'
import type { PageReply } from './page.ts'

/** Counts a page's request against a rate limit; returns the page to answer with when the limit is used up. */
export function tooMany(
  services: Uses<'countAgainst'>,
  limit: string,
  subject: string,
): PageReply | undefined {
  try {
    services.limits.countAgainst(limit, subject)
    return undefined
  } catch (error) {
    const reply = limitPage(error)
    if (reply) return reply
    throw error
  }
}

/** Page for the error of a used-up limit; undefined for other errors. */
export function limitPage(error: unknown): PageReply | undefined {
  if (!(error instanceof Refusal) || error.code !== 'RATE_LIMIT_HIT') return undefined
  const seconds = Math.ceil(Number(error.fields['retry-after']))
  const minutes = Math.ceil(seconds / 60)
  const reply = textReply(429, 'page.limit.title', worded('page.limit.text', { minutes }))
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } }
}
