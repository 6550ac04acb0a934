import { organizationUrl } from '#directory/organization-url.ts'
import { htmlReply, textReply } from '#http/html.ts'
import type { Page, PageContext, PageReply } from '#http/page.ts'
import { VideoCallFailure, WebexRefusal } from '#ports/video-calls.ts'
import { saveWebexToken } from '#store/people/webex-tokens.ts'
import type { WordId } from '#words/words.ts'
import { isWebexState, webexState } from './webex-state.ts'
import { sealWebexTokens } from './webex-tokens.ts'

/** Page that leads whoever is signed in to Webex, to connect their account. */
export const registerWebexPage: Page = {
  method: 'GET',
  path: '/calls/webex/register',
  limit: 'page',
  answer: (context) =>
    withConnection(context, async ({ webex, secret, bearer, redirectUri }) => {
      const state = webexState(secret, bearer, context.now)
      return redirection(webex.authorizeUrl({ redirectUri, state }))
    }),
}

/** Page to which Webex leads back, with a code for tokens. */
export const completeWebexPage: Page = {
  method: 'GET',
  path: '/calls/webex/complete',
  limit: 'page',
  answer: (context) =>
    withConnection(context, async ({ webex, secret, bearer, userId, redirectUri }) => {
      const { services, fields, now } = context
      const { code = '', state = '' } = fields
      if (!isWebexState(secret, bearer, now, state)) return notConnected(403, 'page.webex.not-asked')
      if (code === '') return notConnected(400, 'page.webex.denied')
      try {
        const tokens = await webex.exchange(code, redirectUri, now)
        const sealed = sealWebexTokens(services.time.random, secret, userId, tokens)
        await services.data.transact(bearer.organizationId, async (tx) => {
          await saveWebexToken(tx, userId, sealed)
          tx.emit({ type: 'has_webex_token', value: true }, { users: [userId] })
        })
      } catch (error) {
        if (!(error instanceof VideoCallFailure || error instanceof WebexRefusal)) throw error
        services.log.warn({ err: error }, 'Webex gave no tokens.')
        return notConnected(502, 'page.webex.unconfirmed')
      }
      return unseen(textReply(200, 'page.webex.connected', 'page.webex.go-on'))
    }),
}

interface Connection {
  readonly webex: NonNullable<PageContext['services']['outside']['videoCalls']['webex']>
  readonly secret: string
  readonly bearer: { readonly organizationId: number; readonly sessionId: number }
  readonly userId: number
  readonly redirectUri: string
}

/** Answers whoever is signed in, if there is an integration. */
async function withConnection(
  context: PageContext,
  answer: (connection: Connection) => Promise<PageReply>,
): Promise<PageReply> {
  const { services } = context
  const { organization } = await context.directory()
  const { webex } = services.outside.videoCalls
  const secret = services.config.videoCalls.webex?.clientSecret
  if (!webex || secret === undefined) return textReply(404, 'page.webex.unset', 'page.webex.operator')
  const session = await context.session()
  if (!session) return redirection('/login/')
  return answer({
    webex,
    secret,
    bearer: { organizationId: organization.id, sessionId: session.id },
    userId: session.user.id,
    redirectUri: `${organizationUrl(services.config, organization)}/calls/webex/complete`,
  })
}

const notConnected = (status: number, reason: WordId): PageReply =>
  unseen(
    htmlReply(
      status,
      'page.webex.failed',
      (say) => `<p>${say(reason)} <a href="/calls/webex/register">${say('page.try-again')}</a></p>`,
    ),
  )

const redirection = (location: string): PageReply => unseen({ status: 302, headers: { location }, body: '' })

/** Keeps an answer out of caches, and its address out of other sites' logs. */
const unseen = (reply: PageReply): PageReply => ({
  ...reply,
  headers: { ...reply.headers, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
})
