import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@tagma/contract/limits.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { refusalIn } from '#words/refusal-wording.ts'
import type { WordId } from '#words/words.ts'
import { withChallenge } from './browsers.ts'
import { callerAddress } from './caller-address.ts'
import { coded, codingOf } from './coded-answer.ts'
import { countWrongKey, isWrongKey } from './count-wrong-key.ts'
import type { Incoming, Route, RouteParts } from './endpoint-route.ts'
import { escapeHtml, htmlReply, textReply } from './html.ts'
import { HttpPageContext } from './http-page-context.ts'
import { addressKey } from './networks.ts'
import { isOpenToOrigins, openHeaders } from './open-to-origins.ts'
import { pageLanguage } from './page-language.ts'
import type { Page, PageReply } from './page.ts'
import { emptyForm, parseFields } from './parse-form.ts'
import { readForm } from './read-form.ts'
import { endInPieces, failureFor, type Reply, safeHeaders, send } from './reply.ts'
import { isForged } from './same-origin.ts'
import { noteRefusal } from './security-calls.ts'
import { tooMany } from './too-many.ts'

/** Makes the route of a page outside the API. */
export function pageRoute(page: Page, parts: RouteParts): Route {
  /** Runs the page. Counts the request before reading its body, and wrong credentials as soon as they are known. */
  async function answerOf(incoming: Incoming): Promise<PageReply> {
    const { request, response, query } = incoming
    const address = callerAddress(request, parts.services.config.proxies)
    if (page.limit !== undefined) {
      const limited = tooMany(parts.services, page.limit, `address ${addressKey(address)}`)
      if (limited) return limited
    }
    const isBytes = request.headers['content-type'] === 'application/offset+octet-stream'
    // Reads the unread bytes and throws them away: otherwise the client would not see the answer.
    if (isBytes || page.readsBody) response.once('finish', () => request.resume())
    const { fields } =
      isBytes || page.readsBody
        ? emptyForm
        : await readForm(request, page.maxFormBytes ?? limits.maxAnonymousFormBytes)
    try {
      const brought = { fields: { ...parseFields(query), ...fields }, ...(isBytes ? { body: request } : {}) }
      const context = new HttpPageContext(parts, incoming, brought)
      if (page.isOwnForm && (await isForeign(context))) return foreignForm()
      const reply = await page.answer(context)
      if (reply.status !== 401) return context.isBySession ? forOwnPages(reply) : reply
      if (!reply.isCounted) countWrongKey(parts, request)
      return { ...reply, headers: withChallenge(reply.headers, request) }
    } catch (error) {
      if (isWrongKey(error)) countWrongKey(parts, request)
      throw error
    }
  }

  return async (incoming) => {
    const { request, response } = incoming
    try {
      await respond(incoming, await answerOf(incoming), parts)
    } catch (error) {
      // Half an answer has been sent: an error cannot be answered any more.
      if (response.headersSent) {
        response.destroy()
        return
      }
      noteRefusal(parts.services.security, error, () => ({
        organization: null,
        actor: null,
        address: callerAddress(request, parts.services.config.proxies),
      }))
      const facts = { method: page.method, url: request.url?.split('?')[0] ?? '' }
      const failed: Reply = failureFor(error, (fault) => parts.report(fault, facts), parts.isUnavailable)
      if (request.headers.accept?.includes('text/html')) return respond(incoming, asPage(failed), parts)
      send(response, failed.headers ? { ...failed, headers: withChallenge(failed.headers, request) } : failed)
    }
  }
}

/** Tells whether a form comes from elsewhere. */
async function isForeign({ headers, services, directory }: HttpPageContext): Promise<boolean> {
  const { organization } = await directory()
  return isForged({ method: 'POST', headers }, 'form', organizationUrl(services.config, organization))
}

const foreignForm = (): PageReply => textReply(403, 'page.foreign.title', 'page.foreign.text')

/** A failure as somebody reads it who came by a link or sent a form. */
function asPage({ status, headers, body }: Reply): PageReply {
  const { msg } = JSON.parse(body.toString()) as { readonly msg: string }
  const title = status < 500 ? 'page.failed.title' : 'page.failed.now'
  const page = htmlReply(status, title, (say, language) => {
    const known = refusalIn(language, msg)
    return known === undefined
      ? `<p role="alert">${say(generalWords(status))}</p>\n<p class="hint" lang="en">${escapeHtml(msg)}</p>`
      : `<p role="alert">${escapeHtml(known)}</p>`
  })
  return { ...page, headers: { ...headers, ...page.headers } }
}

/** Says what a status means, where the sentence of a refusal is in English alone. */
function generalWords(status: number): WordId {
  if (status >= 500) return 'page.failed.server'
  if (status === 404) return 'page.failed.missing'
  return status === 401 || status === 403 ? 'page.failed.forbidden' : 'page.failed.request'
}

/** A file that a session opens: pages of other sites must not show it. */
const forOwnPages = (reply: PageReply): PageReply => ({
  ...reply,
  headers: { ...reply.headers, 'cross-origin-resource-policy': 'same-origin' },
})

/** Sends a page. */
async function respond(incoming: Incoming, reply: PageReply, parts: RouteParts): Promise<void> {
  const { request, response } = incoming
  const { status } = reply
  const body =
    typeof reply.body === 'function'
      ? reply.body(await pageLanguage(new HttpPageContext(parts, incoming, emptyForm), reply))
      : reply.body
  const headers = isOpenToOrigins(request.url) ? { ...openHeaders, ...reply.headers } : reply.headers
  if (body instanceof Readable) {
    response.writeHead(status, safeHeaders(headers))
    if (request.method === 'HEAD') {
      body.destroy()
      response.end()
    } else {
      await pipeline(body, response)
    }
    return
  }
  const hasBody = status !== 204 && status !== 304
  // Other pages are short, or pictures.
  const coding =
    headers['content-type'] === 'application/json' && hasBody ? codingOf(request, body.length) : undefined
  const isCoded = coding !== undefined && coding !== 'identity'
  const bytes = isCoded ? await coded(typeof body === 'string' ? body : Buffer.from(body), coding) : body
  response.writeHead(status, {
    ...(typeof body === 'string' ? { 'content-type': 'text/plain; charset=utf-8' } : {}),
    ...safeHeaders(headers),
    ...(coding === undefined ? {} : { vary: 'accept-encoding' }),
    ...(isCoded ? { 'content-encoding': coding } : {}),
    ...(hasBody ? { 'content-length': Buffer.byteLength(bytes) } : {}),
  })
  endInPieces(response, bytes)
}
