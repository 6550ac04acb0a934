import { join } from 'node:path'
import { decode } from '@tagma/contract/decode.ts'
import type { Parameter, RoleFloor } from '@tagma/contract/define.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Call, Handler, Services } from '#server/call.ts'
import { badRequest, Refusal } from '#server/refusal.ts'
import type { Authentication } from './authenticate.ts'
import { clientName } from './client-name.ts'
import { discardFiles, emptyForm, type Form, MultipartBody, parseFields } from './parse-form.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { failureFor, type Reply, success } from './reply.ts'

export interface RouteParts {
  readonly services: Services
  readonly authentication: Authentication
  readonly limiter: RateLimiter
  organizationFor(host: string): OrganizationDirectory | Promise<OrganizationDirectory>
  report(error: unknown, request: FastifyRequest): string
  /** Whether an error means that the database cannot be reached or written now. */
  readonly isUnavailable: (error: unknown) => boolean
}

const floors: Readonly<Record<RoleFloor, number>> = {
  anyone: 600,
  guest: 600,
  member: 400,
  moderator: 300,
  administrator: 200,
  owner: 100,
}
const floorRefusals: Readonly<Record<RoleFloor, string>> = {
  anyone: '',
  guest: '',
  member: 'Not allowed for guest users',
  moderator: 'Must be an organization moderator',
  administrator: 'Must be an organization administrator',
  owner: 'Must be an organization owner',
}

/** What fastify runs for an endpoint: recognize the caller, check role and rates, decode, hand over, answer. */
export function endpointRoute({ endpoint, run }: Handler, parts: RouteParts) {
  const floor = floors[endpoint.role]
  const { services, authentication, limiter } = parts
  const wantedFiles = Object.values(endpoint.params).find((parameter) => parameter.encoding === 'upload')
  const restOfPath = restParameter(endpoint)

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<Reply> => {
    const found = parts.organizationFor(request.headers.host ?? '')
    const directory = found instanceof Promise ? await found : found
    const caller = authentication.recognize(request.headers.authorization, directory)
    if (!caller && endpoint.role !== 'anyone')
      throw new Refusal('UNAUTHORIZED', 'Missing authorization header for basic auth')
    if (
      !caller &&
      endpoint.role === 'anyone' &&
      directory.organization.deactivatedAt !== null &&
      endpoint.id !== 'get-server-settings'
    ) {
      throw new Refusal('REALM_DEACTIVATED', 'This organization has been deactivated')
    }
    const rate = caller ? limiter.count('all', caller.id) : limiter.count('anonymous', request.ip)
    if (rate) {
      reply.header('x-ratelimit-limit', rate.limit)
      reply.header('x-ratelimit-remaining', rate.remaining)
      reply.header('x-ratelimit-reset', rate.reset)
    }
    if (caller) checkRole(caller)
    if (endpoint.limit === 'send_message' && caller) limiter.count(endpoint.limit, caller.id)

    if (!(request.body instanceof MultipartBody))
      return answerForm(request, directory, caller, (request.body as Form | undefined) ?? emptyForm)
    const form = await request.body.read(wantedFiles && fileLimits(wantedFiles))
    try {
      return await answerForm(request, directory, caller, form)
    } finally {
      await discardFiles(form)
    }
  }

  function fileLimits(parameter: Parameter) {
    return {
      folder: join(services.config.dataDir, 'incoming'),
      maxMib: parameter.maxMib ?? services.config.maxUploadMib,
      newName: () => services.random.uuid(),
    }
  }

  async function answerForm(
    request: FastifyRequest,
    directory: OrganizationDirectory,
    caller: UserRecord | undefined,
    form: Form,
  ): Promise<Reply> {
    const userAgent = request.headers['user-agent'] ?? ''
    const query = request.url.indexOf('?')
    const fields = query < 0 ? form.fields : { ...parseFields(request.url.slice(query + 1)), ...form.fields }
    const decoded = decode(endpoint, {
      path: pathOf(request),
      form: fields,
      files: form.files,
    })
    if (!decoded.ok)
      throw new Refusal(decoded.failure.code, decoded.failure.message, { var_name: decoded.failure.variable })

    const call: Call = {
      get caller() {
        if (!caller) throw new Refusal('UNAUTHORIZED', 'Missing authorization header for basic auth')
        return caller
      },
      maybeCaller: caller,
      directory,
      services,
      db: services.db,
      transact: (body, options) => services.transact(directory.organization.id, body, options),
      now: Math.floor(services.clock.now() / 1000),
      client: fields.client ?? clientName(userAgent),
      userAgent,
      address: request.ip,
      get signal() {
        const controller = new AbortController()
        request.raw.socket.once('close', () => controller.abort())
        return controller.signal
      },
      countAgainst: (limit, subject) => void limiter.count(limit, subject),
    }
    const ignored = 'client' in fields ? decoded.ignored.filter((name) => name !== 'client') : decoded.ignored
    return success(await run(call, decoded.args as never), ignored)
  }

  function pathOf(request: FastifyRequest): Record<string, string> {
    const params = request.params as Record<string, string>
    return restOfPath === undefined ? params : { ...params, [restOfPath]: params['*'] ?? '' }
  }

  function checkRole(caller: UserRecord): void {
    if (caller.role > floor) {
      throw floor >= 400
        ? badRequest(floorRefusals[endpoint.role])
        : new Refusal('UNAUTHORIZED_PRINCIPAL', floorRefusals[endpoint.role])
    }
    if (endpoint.bots === false && caller.botType !== null)
      throw badRequest('This endpoint does not accept bot requests.')
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    let result: Reply
    try {
      result = await answer(request, reply)
    } catch (error) {
      result = failureFor(error, (fault) => parts.report(fault, request), parts.isUnavailable)
    }
    return send(reply, result)
  }
}

/** The name of the parameter that is the rest of an endpoint's path, where there is one. */
export const restParameter = ({ params }: Handler['endpoint']) =>
  Object.entries(params).find(([, parameter]) => parameter.takesRest)?.[0]

/** Puts an answer onto the wire. */
export function send(reply: FastifyReply, { status, headers, body }: Reply): string {
  reply.code(status).header('content-type', 'application/json')
  if (headers) reply.headers(headers)
  return body
}
