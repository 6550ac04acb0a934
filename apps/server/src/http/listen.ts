import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@tagma/contract/define.ts'
import { limits } from '@tagma/contract/limits.ts'
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Handler } from '#server/call.ts'
import { Refusal } from '#server/refusal.ts'
import { endpointRoute, restParameter, type RouteParts, send } from './endpoint-route.ts'
import type { Page } from './page.ts'
import { formOf, MultipartBody, parseFields } from './parse-form.ts'
import { failure, failureFor } from './reply.ts'

const apiPrefix = '/api/v1'

/** Builds the HTTP server: a route for each handler below /api/v1, and the pages. */
export function createHttpServer(
  handlers: Iterable<Handler>,
  pages: readonly Page[],
  parts: Omit<RouteParts, 'report'> & {
    report(error: unknown, facts: { method: string; url: string }): string
  },
): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.maxFormBytes,
    requestTimeout: 0,
    // Longer than a poll, so that an idle connection outlives it.
    keepAliveTimeout: (limits.longPollTimeoutSeconds + 30) * 1000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8000 },
    // Behind a proxy on the same machine, the caller's address is the one that the proxy names.
    trustProxy: 'loopback',
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
  })
  const report = (error: unknown, request: FastifyRequest) =>
    parts.report(error, { method: request.method, url: request.url.split('?')[0] ?? '' })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => ({
      fields: parseFields(String(body)),
      files: [],
    }),
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { bodyLimit: 1024 ** 4 },
    (request: FastifyRequest, payload: IncomingMessage) =>
      Promise.resolve(new MultipartBody(payload, request.headers)),
  )
  // A body without fields, as some clients send with GET and DELETE.
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: unknown) => {
    if (body === '') return undefined
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send parameters form-encoded (application/x-www-form-urlencoded) or as multipart/form-data.',
    )
  })

  const methods = new Map<string, string[]>()
  // Paths that take an id come first, so that what is no id goes to their twins: /users/{user_id}, /users/{email}.
  const all = [...handlers].toSorted((a, b) => Number(takesId(b)) - Number(takesId(a)))
  const shapes = all.map(({ endpoint }) => `${endpoint.method} ${shapeOf(endpoint)}`)
  for (const handler of all) {
    const { method, path } = handler.endpoint
    const rest = restParameter(handler.endpoint)
    const shape = shapeOf(handler.endpoint)
    const hasTwin = takesId(handler) && shapes.filter((other) => other === `${method} ${shape}`).length > 1
    const url =
      apiPrefix +
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        if (name === rest) return '*'
        return hasTwin ? `:${name}(^\\d+$)` : `:${name}`
      })
    methods.set(shape, [...(methods.get(shape) ?? []), method])
    app.route({ method, url, handler: endpointRoute(handler, { ...parts, report }) })
  }
  for (const page of pages) {
    app.route({
      method: page.method,
      url: page.path,
      handler: async (request, reply) => {
        const query = request.url.indexOf('?')
        const { status, headers, body } = await page.answer({
          host: request.headers.host ?? '',
          path: request.params as Record<string, string>,
          fields: {
            ...(query < 0 ? {} : parseFields(request.url.slice(query + 1))),
            ...(await formOf(request.body)).fields,
          },
          headers: request.headers,
          address: request.ip,
        })
        return reply
          .code(status)
          .headers(headers)
          .send(body instanceof Uint8Array ? Buffer.from(body) : body)
      },
    })
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = allowedMethods(methods, path.replace(/\/+$/, ''))
    if (allowed.length > 0) {
      return reply.send(
        send(
          reply,
          failure('METHOD_NOT_ALLOWED', `Method Not Allowed: ${path} accepts ${allowed.join(', ')}.`, {
            allowed_methods: allowed,
          }),
        ),
      )
    }
    return reply.send(
      send(reply, failure('NOT_FOUND', `There is nothing at ${path}. The API is below ${apiPrefix}.`)),
    )
  })
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return reply.send(
        send(reply, failure('REQUEST_TOO_LARGE', `The body is larger than ${limits.maxFormBytes} bytes.`)),
      )
    }
    if (error.statusCode !== undefined && error.statusCode < 500 && !(error instanceof Refusal)) {
      return reply.send(send(reply, { ...failure('BAD_REQUEST', error.message), status: error.statusCode }))
    }
    return reply.send(
      send(
        reply,
        failureFor(error, (fault) => report(fault, request), parts.isUnavailable),
      ),
    )
  })
  return app
}

/** A path with its parameters nameless, the rest of the path a star. */
function shapeOf(endpoint: Endpoint): string {
  const rest = restParameter(endpoint)
  return apiPrefix + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === rest ? '*' : ':'))
}

/** Whether the parameters in a path are all ids, which texts never are. */
const takesId = ({ endpoint }: Handler) =>
  Object.values(endpoint.params).every(
    ({ encoding, schema }) => encoding !== 'path' || !schema.safeParse('text').success,
  )

/** The methods of the routes that a path fits. */
function allowedMethods(methods: ReadonlyMap<string, readonly string[]>, path: string): string[] {
  const parts = path.split('/')
  const allowed = new Set<string>()
  for (const [shape, names] of methods) {
    const shapeParts = shape.split('/')
    if (
      (shapeParts.length === parts.length ||
        (shapeParts.at(-1) === '*' && parts.length >= shapeParts.length)) &&
      shapeParts.every((part, index) => part === ':' || part === '*' || part === parts[index])
    ) {
      for (const name of names) allowed.add(name)
    }
  }
  return [...allowed].toSorted()
}
