import type { Services } from '#server/call.ts'
import { Refusal } from '#server/refusal.ts'
import { htmlReply } from './html.ts'
import type { PageReply } from './page.ts'

/** Counts a page's request against a rate limit; the page to answer with when the limit is used up. */
export function tooMany(
  services: Pick<Services, 'countAgainst'>,
  limit: string,
  subject: string,
): PageReply | undefined {
  try {
    services.countAgainst(limit, subject)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const seconds = Math.ceil(Number(error.fields['retry-after']))
    const reply = htmlReply(429, 'Too many tries', '<p>Please try again in {minutes} minutes.</p>', {
      minutes: String(Math.ceil(seconds / 60)),
    })
    return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } }
  }
}
