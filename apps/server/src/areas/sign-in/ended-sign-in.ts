import { htmlReply } from '#http/html.ts'
import type { PageReply } from '#http/page.ts'
import type { WordId } from '#words/words.ts'

/** Makes the page that says why a sign-in cannot go on, and where another one begins. */
export const endedSignIn = (reason: WordId): PageReply =>
  htmlReply(
    410,
    'sign-in.ended',
    (say) => `<p>${say(reason)} <a href="/login/">${say('sign-in.again')}</a></p>`,
  )
