import { namesTag } from '@tagma/serving/ready.ts'
import type { Services } from '#call/services.ts'
import { letsSpectatorsIn } from '#directory/spectator.ts'
import { shortIdleSeconds } from '#http/credentials/session-cookie.ts'
import { textReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { Missing } from '#model/refusal.ts'
import type { WebClientFile } from '#ports/web-client.ts'

/**
 * Lets the client load and run files of this server only. Pictures that are drawn or chosen come as `data:` and `blob:`.
 * Formulas and tables need the attribute `style`. HTML of messages goes through the policy `message`, the
 * service worker's address through the policy `worker`.
 */
const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `style-src-attr 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `media-src 'self' blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `worker-src 'self'`,
  `manifest-src 'self'`,
  `form-action 'self'`,
  `require-trusted-types-for 'script'`,
  `trusted-types message worker`,
].join('; ')

/**
 * Lets one worker of the client, and nothing else, ask other organizations for their names and icons. The page itself asks
 * this server alone. Without encryption, only this machine is asked.
 */
const outsidePolicy = `default-src 'none'; connect-src https: http://localhost:* http://*.localhost:* http://127.0.0.1:*`
const isOutsideWorker = (name: string) => name.startsWith('outside-worker-')

const safety = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  // Voice messages are recorded in the page.
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
  // Under `no-referrer`, a form would tell no origin.
  'referrer-policy': 'same-origin',
}

/** Page of the web client. Nobody's data is in it. */
export const clientPage: Page = {
  method: 'GET',
  path: '/',
  async answer(context) {
    const { services } = context
    const client = clientOf(services)
    if (!(await mayEnter(context))) {
      // The desktop app calls a tab signed out if its address ends like this.
      return { status: 302, headers: { location: '/login/', 'cache-control': 'no-store' }, body: '' }
    }
    const page = await client.find('/', context.header('accept-encoding') ?? '')
    if (page === undefined || page === 'not built') return notBuilt(client.failure)
    const caller = await context.caller('none')
    const session = await context.session()
    return reply(context, page, {
      ...safety,
      'set-cookie': accountCookie(caller?.id, staysSeconds(session?.idleSeconds)),
    })
  },
}

/**
 * Makes the header Set-Cookie that tells the page whose it is, so that it shows nobody the copy that another account left
 * on the device. 0: nobody is signed in. The page reads it; the server never does.
 */
const accountCookie = (userId = 0, seconds?: number) =>
  `tagma-account=${userId}; Path=/; SameSite=Strict${seconds === undefined ? '' : `; Max-Age=${seconds}`}`

/** Lasts as long as the session does in the browser: a start without network needs it. */
const staysSeconds = (idleSeconds = 0) => (idleSeconds > shortIdleSeconds ? idleSeconds : undefined)

/** Whoever is signed in may enter, and where an organization allows it, everybody. */
async function mayEnter(context: PageContext): Promise<boolean> {
  const directory = await context.directory()
  // The sign-in page says what has become of it.
  if (directory.organization.deactivatedAt !== null) return false
  return letsSpectatorsIn(directory, context.services.config) || (await context.caller('none')) !== undefined
}

/** Page with the files that the client loads. The names of these files hold hashes of their content. */
export const clientFilePage: Page = {
  method: 'GET',
  path: '/assets/:name',
  answer(context) {
    const { name = '' } = context.path
    // A worker runs under the policy of its own answer.
    const policy = isOutsideWorker(name) ? { 'content-security-policy': outsidePolicy } : undefined
    return answerFile(context, `/assets/${name}`, policy)
  },
}

/** Page with the client's service worker, which has to lie at the top. */
export const clientWorkerPage: Page = {
  method: 'GET',
  path: '/service-worker.js',
  answer: (context) => answerFile(context, '/service-worker.js', safety),
}

async function answerFile(
  context: PageContext,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageReply> {
  const file = await clientOf(context.services).find(path, context.header('accept-encoding') ?? '')
  if (file === undefined || file === 'not built') {
    return {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
      body: 'The web client has no such file.',
    }
  }
  return reply(context, file, headers)
}

function reply(
  context: PageContext,
  { bytes, etag, headers: own }: WebClientFile,
  more: Readonly<Record<string, string>>,
): PageReply {
  const headers = { ...own, ...more, etag }
  const asked = context.header('if-none-match')
  const isKnown = asked !== undefined && namesTag(asked.replaceAll('W/', ''), etag)
  return isKnown ? { status: 304, headers, body: new Uint8Array() } : { status: 200, headers, body: bytes }
}

function clientOf({ outside: { webClient } }: Services) {
  if (!webClient) throw new Missing('This server has no web client. The API is below /api/v1.')
  return webClient
}

function notBuilt(failure: string | undefined): PageReply {
  const page =
    failure === undefined
      ? textReply(503, 'page.client.building', 'page.client.building-text')
      : textReply(503, 'page.client.missing', 'page.client.missing-text')
  const wait = failure === undefined ? '1' : '30'
  // With the address: to load a page again at an address with a fragment would only go to the fragment.
  return { ...page, headers: { ...page.headers, 'retry-after': wait, refresh: `${wait};url=/` } }
}
