import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@tagma/contract/limits.ts'
import { withChallenge } from './browsers.ts'
import { callerAddress } from './caller-address.ts'
import type { Route, RouteParts } from './endpoint-route.ts'
import type { Page } from './page.ts'
import { emptyForm, parseFields } from './parse-form.ts'
import { readForm } from './read-form.ts'
import { failureFor, send } from './reply.ts'
import { noteRefusal } from './security-calls.ts'

/** The route of a page outside the API. */
export function pageRoute(page: Page, parts: RouteParts): Route {
  return async ({ request, response, path, query }) => {
    try {
      const isBytes = request.headers['content-type'] === 'application/offset+octet-stream'
      // Bytes that nobody reads are thrown away, so that the client gets to see the answer.
      if (isBytes) response.once('finish', () => request.resume())
      const { fields } = isBytes ? emptyForm : await readForm(request, limits.maxAnonymousFormBytes)
      const answer = await page.answer({
        host: request.headers.host ?? '',
        path,
        fields: { ...parseFields(query), ...fields },
        ...(isBytes ? { body: request } : {}),
        headers: request.headers,
        address: callerAddress(request, parts.services.config.proxies),
      })
      const { status, body } = answer
      const headers = status === 401 ? withChallenge(answer.headers, request) : answer.headers
      if (body instanceof Readable) {
        response.writeHead(status, headers)
        if (request.method === 'HEAD') {
          body.destroy()
          response.end()
        } else {
          await pipeline(body, response)
        }
        return
      }
      const hasBody = status !== 204 && status !== 304
      response.writeHead(status, {
        ...(typeof body === 'string' ? { 'content-type': 'text/plain; charset=utf-8' } : {}),
        ...headers,
        ...(hasBody ? { 'content-length': Buffer.byteLength(body) } : {}),
      })
      response.end(body)
    } catch (error) {
      // What broke off on the way cannot be answered any more.
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
      send(
        response,
        failureFor(error, (fault) => parts.report(fault, facts), parts.isUnavailable),
      )
    }
  }
}
