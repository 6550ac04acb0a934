import type { IncomingMessage, ServerResponse } from 'node:http'
import { decode } from '@tagma/contract/decode.ts'
import type { Endpoint, Parameter } from '@tagma/contract/define.ts'
import { isDoneOnce } from '@tagma/contract/idempotency.ts'
import { limits } from '@tagma/contract/limits.ts'
import { isSpectator } from '@tagma/rules/spectator.ts'
import type { Handler } from '#call/call.ts'
import type { Services } from '#call/services.ts'
import { StreamedAnswer } from '#call/streamed-answer.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { admit, type TakenCredential } from './admit.ts'
import { sessionChallenge, withChallenge } from './browsers.ts'
import { callerAddress } from './caller-address.ts'
import { carryOutOnce, requireKey } from './carry-out-once.ts'
import type { BasicKeys } from './credentials/basic-key.ts'
import { rotated } from './credentials/session-cookie.ts'
import { type Admitted, HttpCall } from './http-call.ts'
import { addressKey } from './networks.ts'
import { discardFiles, emptyForm, type Form, parseFields } from './parse-form.ts'
import type { RateLimiter, RateState } from './rate-limiter.ts'
import { readBody, readForm } from './read-form.ts'
import { failureFor, type Reply, send, success } from './reply.ts'
import { requireRight } from './require-right.ts'
import { noteCall, noteRefusal } from './security-calls.ts'
import { sendStream } from './send-stream.ts'

export interface RouteParts {
  readonly services: Services
  readonly keys: BasicKeys
  readonly limiter: RateLimiter
  /** Handlers by the ids of their endpoints. */
  readonly handlers: ReadonlyMap<string, Handler>
  organizationFor(host: string): OrganizationDirectory | Promise<OrganizationDirectory>
  report(error: unknown, facts: { method: string; url: string }): string
  /** Tells whether an error means that the database cannot be reached or written now. */
  readonly isUnavailable: (error: unknown) => boolean
}

/** A request before its handler runs: its address, the named parts of its path, its query. */
export interface Incoming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: Readonly<Record<string, string>>
  readonly query: string
  /** True if a success is answered by nothing (204). */
  readonly isSilent?: true
}

/** Answers a request; never throws. */
export type Route = (incoming: Incoming) => Promise<void>

/** An endpoint with what its requests have in common, found out once. */
interface Prepared {
  readonly endpoint: Endpoint
  readonly run: Handler['run']
  readonly takes: TakenCredential
  readonly parts: RouteParts
  readonly wantedFiles: Parameter | undefined
  readonly wholeBody: Parameter | undefined
  readonly restOfPath: string | undefined
  /** The parameters that must not be in an address. */
  readonly secrets: readonly string[]
}

/** Makes the route of an endpoint: recognize the caller, check role and rates, decode, call the handler, answer. */
export function endpointRoute({ endpoint, run }: Handler, takes: TakenCredential, parts: RouteParts): Route {
  const { services, limiter } = parts
  const { config, security } = services
  const prepared: Prepared = {
    endpoint,
    run,
    takes,
    parts,
    wantedFiles: Object.values(endpoint.params).find((parameter) => parameter.encoding === 'upload'),
    wholeBody: Object.values(endpoint.params).find((parameter) => parameter.encoding === 'body'),
    restOfPath: restParameter(endpoint),
    secrets: Object.keys(endpoint.params).filter((name) => endpoint.params[name]?.secret),
  }
  return async (incoming) => {
    const { request, response } = incoming
    let result: Reply | StreamedAnswer
    let rate: RateState | undefined
    let directory: OrganizationDirectory | undefined
    let admitted: Admitted = nobodyYet
    let cookie: string | undefined
    try {
      const found = parts.organizationFor(request.headers.host ?? '')
      directory = found instanceof Promise ? await found : found
      const admission = admit(prepared, request, directory)
      admitted = admission instanceof Promise ? await admission : admission
      const { caller, session } = admitted
      rate =
        caller && !isSpectator(caller)
          ? limiter.count(endpoint.limit === 'webhook' ? 'webhook' : 'all', caller.id)
          : limiter.count('anonymous', addressKey(callerAddress(request, config.proxies)))
      if (caller) {
        requireRight(endpoint, caller, admitted)
        if (endpoint.limit === 'send_message') limiter.count(endpoint.limit, caller.id)
      }
      if (session?.isDue) cookie = await rotated(services, request.headers, directory, session)
      const reading = readFormOf(prepared, caller, request)
      const form = reading instanceof Promise ? await reading : reading
      try {
        // Reading a body takes time: the caller may have lost their account or role meanwhile.
        if (reading instanceof Promise) {
          admitted = await admit(prepared, request, directory)
          if (admitted.caller) requireRight(endpoint, admitted.caller, admitted)
        }
        result = await answerForm(prepared, incoming, directory, admitted, form)
      } finally {
        if (form.folder) await discardFiles(form)
      }
    } catch (error) {
      noteRefusal(security, error, () => ({
        organization: directory?.organization.id ?? null,
        actor: admitted.caller?.id ?? null,
        address: callerAddress(request, config.proxies),
        call: endpoint.id,
      }))
      result = failureFor(error, (fault) => parts.report(fault, factsOf(request)), parts.isUnavailable)
    }
    if (result instanceof StreamedAnswer) {
      const rates = rate ? rateHeaders(rate) : {}
      const headers = takes === 'session' ? { ...rates, ...ownPagesHeaders(cookie) } : rates
      return sendStream(response, result, headers).catch(
        (error: unknown) => void parts.report(error, factsOf(request)),
      )
    }
    if (result.status === 401 && result.headers)
      result = { ...result, headers: withChallenge(result.headers, request) }
    if (takes === 'session') result = forOwnPages(result, cookie)
    if (incoming.isSilent && result.status === 200) result = { ...result, status: 204, body: '' }
    send(response, rate ? { ...result, headers: { ...rateHeaders(rate), ...result.headers } } : result)
  }
}

const nobodyYet: Admitted = { caller: undefined, session: undefined, token: undefined }

const factsOf = ({ method = '', url = '' }: IncomingMessage) => ({ method, url: url.split('?')[0] ?? '' })

/** Answer below /json: only pages of this server may have it. */
const forOwnPages = (result: Reply, cookie: string | undefined): Reply => ({
  ...result,
  headers: {
    ...result.headers,
    ...(result.headers?.['www-authenticate'] === undefined ? {} : { 'www-authenticate': sessionChallenge }),
    ...ownPagesHeaders(cookie),
  },
})

const ownPagesHeaders = (cookie: string | undefined) => ({
  'cross-origin-resource-policy': 'same-origin',
  ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
})

/** Reads as much as this caller may send; strangers may send little, and no files. */
function readFormOf(
  { endpoint, wantedFiles, wholeBody, parts: { services } }: Prepared,
  caller: UserRecord | undefined,
  request: IncomingMessage,
): Form | Promise<Form> {
  if (!caller || isSpectator(caller)) return readForm(request, limits.maxAnonymousFormBytes)
  if (wholeBody) {
    const reading = readBody(request, (wholeBody.maxMib ?? 1) * 1024 * 1024)
    return reading instanceof Promise
      ? reading.then((bytes) => ({ ...emptyForm, bytes }))
      : { ...emptyForm, bytes: reading }
  }
  return readForm(
    request,
    endpoint.maxFormBytes ?? limits.maxFormBytes,
    wantedFiles && {
      maxMib: wantedFiles.maxMib ?? services.config.maxUploadMib,
      scratch: services.outside.scratch,
    },
  )
}

/** Parses the fields of an address. Refuses secret fields: proxies and browsers remember addresses. */
function parseQuery(secrets: readonly string[], query: string): Record<string, string> {
  const fields = parseFields(query)
  const secret = secrets.find((name) => Object.hasOwn(fields, name))
  if (secret === undefined) return fields
  const message = `Send "${secret}" in the body of the request: addresses are kept in logs.`
  throw new Refusal('BAD_REQUEST', message, { var_name: secret })
}

async function answerForm(
  { endpoint, run, restOfPath, secrets, parts: { services } }: Prepared,
  incoming: Incoming,
  directory: OrganizationDirectory,
  admitted: Admitted,
  form: Form,
): Promise<Reply | StreamedAnswer> {
  const { path, query } = incoming
  const fields = query === '' ? form.fields : { ...parseQuery(secrets, query), ...form.fields }
  const decoded = decode(endpoint, {
    path: restOfPath === undefined ? path : { ...path, [restOfPath]: path['*'] ?? '' },
    form: fields,
    files: form.files,
    ...(form.bytes
      ? {
          body: {
            bytes: form.bytes,
            headers: plainHeaders(incoming.request),
            query: fields,
            address: incoming.request.url ?? '',
          },
        }
      : {}),
  })
  if (!decoded.ok)
    throw new Refusal(decoded.failure.code, decoded.failure.message, { var_name: decoded.failure.variable })
  const { args } = decoded
  // Services add fields of their own to the address, and integrations read some of them.
  const ignored = form.bytes ? [] : decoded.ignored.filter((name) => name !== 'client')
  const key = endpoint.method === 'GET' ? undefined : incoming.request.headers['idempotency-key']?.toString()
  const carryOut = async (given: Services) => {
    const call = new HttpCall(given, directory, admitted, incoming, {
      client: fields.client,
      idempotencyKey: key,
    })
    const answer = await run(call, args as never)
    if (!form.bytes) noteCall(services.security, endpoint, call, args, fields)
    return answer instanceof StreamedAnswer ? answer : success(answer, ignored)
  }
  if (key === undefined || form.bytes) return carryOut(services)
  requireKey(key)
  const { caller } = admitted
  return caller && isDoneOnce(endpoint)
    ? carryOutOnce(services, { endpoint, args, caller, key }, carryOut)
    : carryOut(services)
}

/** Headers by their names in small letters; Node joins most of those that come twice. */
const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return first === undefined ? [] : [[name, first]]
    }),
  )

const rateHeaders = ({ limit, remaining, reset }: RateState) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(reset),
})

/** Name of the parameter that takes the rest of an endpoint's path, if there is one. */
export const restParameter = ({ params }: Handler['endpoint']) =>
  Object.entries(params).find(([, parameter]) => parameter.takesRest)?.[0]
