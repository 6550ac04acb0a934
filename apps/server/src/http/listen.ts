import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '@tagma/contract/define.ts'
import { limits } from '@tagma/contract/limits.ts'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { InjectOptions, Response } from 'light-my-request'
import type { Handler } from '#call/call.ts'
import { endpointRoute, restParameter, type Route, type RouteParts } from './endpoint-route.ts'
import { EventSockets, type SocketPage } from './event-sockets.ts'
import { answeredPreflight } from './open-to-origins.ts'
import { pageRoute } from './page-route.ts'
import type { Page } from './page.ts'
import { failure, safeHeaders, send } from './reply.ts'
import { shortRoute } from './short-route.ts'
import { SlowConnections } from './slow-connections.ts'

const apiPrefix = '/api/v1'
/** Below it, sessions count and keys do not. */
const sessionPrefix = '/json'

/** The HTTP server. It listens, or is asked without a socket. */
export interface HttpServer {
  readonly server: Server
  listen(address: { host: string; port: number }): Promise<void>
  /** Answers a request of this process. */
  inject(request: InjectOptions): Promise<Response>
  /** Disconnects clients that keep the server waiting. Call it every second or so. */
  sweep(): void
  /** Stops listening; resolves when the last connection has ended. */
  close(): Promise<void>
}

/** Builds the HTTP server: a route for each handler below /api/v1 and below /json, and the pages. */
export function createHttpServer(
  pages: readonly Page[],
  socketPages: readonly SocketPage[],
  parts: RouteParts,
): HttpServer {
  const sockets = new EventSockets(socketPages, parts)
  const answerByRoute = routes(parts.handlers.values(), pages, parts)
  let isClosing = false
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false
    slow.began(request, response)
    if (hasTwoHosts(request)) send(response, failure('BAD_REQUEST', 'Send the header Host once.'))
    else if (!answeredPreflight(request, response)) answerByRoute(request, response)
  }
  const server = createServer(
    {
      headersTimeout: 60_000,
      connectionsCheckingInterval: 10_000,
      // `SlowConnections` measures bodies by their speed.
      requestTimeout: 0,
      // Any other request to upgrade is answered as if it had not asked.
      shouldUpgradeCallback: (request) => sockets.takes(request),
      // Longer than a poll, so that an idle connection outlives a poll.
      keepAliveTimeout: (limits.longPollTimeoutSeconds + 30) * 1000,
    },
    answer,
  )
  sockets.attach(server)
  const slow = new SlowConnections(server, parts.services.time.clock, (socket) =>
    refuseMalformed({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A text in the middle of an answer would become a part of the answer.
    if (slow.isAnswering(socket)) socket.destroy()
    else refuseMalformed(error, socket)
  })
  return {
    server,
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          resolve()
        })
      }),
    async inject(request) {
      const { inject } = await import('light-my-request')
      return inject(answer, request)
    },
    sweep() {
      slow.sweep()
      sockets.sweep()
    },
    close: () =>
      new Promise((resolve) => {
        isClosing = true
        sockets.close()
        server.close(() => resolve())
      }),
  }
}

/** Tells whether a request names two hosts: a proxy may have believed the other one (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** Answers a request that is no HTTP or never came in whole, and ends the connection. */
function refuseMalformed(error: Pick<NodeJS.ErrnoException, 'code'>, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'This is not a valid HTTP request.']
  const { body } = failure('BAD_REQUEST', message)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...safeHeaders({}),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  // Closes the connection even if the client does not.
  socket.destroySoon()
}

/** Leads each request to the route of its method and path. */
function routes(
  handlers: Iterable<Handler>,
  pages: readonly Page[],
  parts: RouteParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const methods = new Map<string, string[]>()
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: maxHeaderSize,
    // Handlers that need the query parse it.
    querystringParser: (query) => query,
    defaultRoute: (request, response) => sendNotFound(methods, request, response),
    onBadUrl: (path, _request, response) =>
      send(response, failure('BAD_REQUEST', `${path} is not a valid address.`)),
  })
  // Most requests have a path without parameters: they need no router.
  const plain = new Map<string, Map<string, Route>>()
  const on = (method: HTTPMethod, path: string, route: Route) => {
    if (!/[:*]/.test(path)) plain.set(path, (plain.get(path) ?? new Map<string, Route>()).set(method, route))
    router.on(method, path, (request, response, parameters, _store, query) => {
      void route({
        request,
        response,
        path: parameters as Record<string, string>,
        query: query as unknown as string,
      })
    })
  }

  for (const { handler, shape, path } of addresses(handlers)) {
    const { method } = handler.endpoint
    for (const takes of handler.endpoint.session ? (['session'] as const) : (['key', 'session'] as const)) {
      const prefix = takes === 'key' ? apiPrefix : sessionPrefix
      const route = endpointRoute(handler, takes, parts)
      // Node leaves out the body of an answer to HEAD.
      for (const name of method === 'GET' ? (['GET', 'HEAD'] as const) : [method]) {
        methods.set(prefix + shape, [...(methods.get(prefix + shape) ?? []), name])
        on(name, prefix + path, route)
      }
    }
    for (const short of handler.endpoint.alsoAt ?? [])
      on(
        method,
        short.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        shortRoute(short, apiPrefix + path, endpointRoute(handler, 'key', parts)),
      )
  }
  for (const page of pages) {
    const route = pageRoute(page, parts)
    const twin = page.path.startsWith(apiPrefix)
      ? sessionPrefix + page.path.slice(apiPrefix.length)
      : page.path
    for (const path of new Set([page.path, twin])) {
      on(page.method, path, route)
      if (page.method === 'GET') on('HEAD', path, route)
    }
  }
  return (request, response) => {
    const { url = '', method = '' } = request
    const end = url.indexOf('?')
    const route = plain.get(end < 0 ? url : url.slice(0, end))?.get(method)
    if (route) void route({ request, response, path: {}, query: end < 0 ? '' : url.slice(end + 1) })
    else router.lookup(request, response)
  }
}

/** Handlers with their paths, without a prefix, in the router's words. A path with an id comes before its twin with a text. */
function addresses(handlers: Iterable<Handler>): { handler: Handler; shape: string; path: string }[] {
  // A value that is no id goes to the twin: /users/{user_id}, /users/{email}.
  const all = [...handlers].toSorted((a, b) => Number(takesId(b)) - Number(takesId(a)))
  const shapes = all.map(({ endpoint }) => `${endpoint.method} ${shapeOf(endpoint)}`)
  return all.map((handler) => {
    const { method, path } = handler.endpoint
    const rest = restParameter(handler.endpoint)
    const shape = shapeOf(handler.endpoint)
    const hasTwin = takesId(handler) && shapes.filter((other) => other === `${method} ${shape}`).length > 1
    const parameter = (_: string, name: string) => {
      if (name === rest) return '*'
      return hasTwin ? `:${name}(^\\d+$)` : `:${name}`
    }
    return { handler, shape, path: path.replaceAll(/\{(\w+)\}/g, parameter) }
  })
}

/** Answers a request that no route takes. */
function sendNotFound(
  methods: ReadonlyMap<string, readonly string[]>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = request.url?.split('?')[0] ?? ''
  const allowed = allowedMethods(methods, path.replace(/\/+$/, ''))
  if (allowed.length === 0) {
    send(response, failure('NOT_FOUND', `There is nothing at ${path}. The API is below ${apiPrefix}.`))
  } else if (request.method === 'OPTIONS') {
    response.writeHead(204, safeHeaders({ allow: [...allowed, 'OPTIONS'].join(', ') }))
    response.end()
  } else {
    const message = `Method Not Allowed: ${path} accepts ${allowed.join(', ')}.`
    send(response, failure('METHOD_NOT_ALLOWED', message, { allowed_methods: allowed }))
  }
}

/** Shape of a path: its parameters without names, the rest of the path a star. */
function shapeOf(endpoint: Endpoint): string {
  const rest = restParameter(endpoint)
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === rest ? '*' : ':'))
}

/** Tells whether all parameters of a path are ids. */
const takesId = ({ endpoint }: Handler) =>
  Object.values(endpoint.params).every(
    ({ encoding, schema }) => encoding !== 'path' || !schema.safeParse('text').success,
  )

/** Methods of the routes that fit a path. */
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
