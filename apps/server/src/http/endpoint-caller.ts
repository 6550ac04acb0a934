import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeValues } from '@tagma/contract/decode.ts'
import type { Answer, Endpoint, Input, OutgoingFile, UploadedFile } from '@tagma/contract/define.ts'
import { isDoneOnce } from '@tagma/contract/idempotency.ts'
import { JsonFields } from '#call/json-fields.ts'
import type { Services } from '#call/services.ts'
import { StreamedAnswer } from '#call/streamed-answer.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { HeldToken } from '#directory/token-book.ts'
import { must } from '#model/must.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import type { ScratchFolder } from '#ports/scratch.ts'
import { carryOutOnce, requireKey } from './carry-out-once.ts'
import type { Incoming, RouteParts } from './endpoint-route.ts'
import { type Admitted, HttpCall } from './http-call.ts'
import { success } from './reply.ts'
import { requireRight } from './require-right.ts'
import { noteCall } from './security-calls.ts'

/** The way in which a page has an endpoint called. */
export interface CallManner {
  /** As the header Idempotency-Key. */
  readonly idempotencyKey?: string | undefined
  /** Services in place of those of the server: for a call that only looks what would happen, for example. */
  readonly services?: Services
}

/**
 * Endpoints of the API for a page that is called with the credentials of the API. An endpoint does for a page what it
 * does over HTTP: role, scope, limits, validation, the security log and keys of calls are the same. The request counts
 * once against the limit of all calls, whatever it calls.
 */
export interface EndpointCaller {
  readonly directory: OrganizationDirectory
  readonly caller: UserRecord
  /** Undefined for a caller with an API key. */
  readonly token: HeldToken | undefined
  /** Tells whether role and scopes allow a call of the endpoint. */
  mayCall(endpoint: Endpoint): boolean
  /** Calls an endpoint with plain values. Throws a Refusal with a code of the contract. */
  call<E extends Endpoint>(endpoint: E, args: Input<E>, manner?: CallManner): Promise<Answer<E>>
}

/** Calls handlers for one request. */
export class PageEndpoints implements EndpointCaller {
  readonly directory: OrganizationDirectory
  readonly caller: UserRecord
  readonly #parts: RouteParts
  readonly #wire: Incoming
  readonly #admitted: Admitted
  readonly #client: string

  constructor(
    parts: RouteParts,
    wire: Incoming,
    by: {
      readonly admitted: Admitted
      readonly directory: OrganizationDirectory
      readonly client: string
    },
  ) {
    this.#parts = parts
    this.#wire = wire
    this.#admitted = by.admitted
    this.#client = by.client
    this.directory = by.directory
    this.caller = must(by.admitted.caller, 'a stranger was admitted')
    parts.limiter.count('all', this.caller.id)
  }

  get token(): HeldToken | undefined {
    return this.#admitted.token
  }

  mayCall(endpoint: Endpoint): boolean {
    try {
      requireRight(endpoint, this.caller, this.#admitted)
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  async call<E extends Endpoint>(
    endpoint: E,
    args: Input<E>,
    { idempotencyKey, services = this.#parts.services }: CallManner = {},
  ): Promise<Answer<E>> {
    requireRight(endpoint, this.caller, this.#admitted)
    if (endpoint.limit === 'send_message') this.#parts.limiter.count('send_message', this.caller.id)
    if (idempotencyKey !== undefined) requireKey(idempotencyKey)
    const given = args as Readonly<Record<string, unknown>>
    const files = Object.keys(endpoint.params).find((name) => endpoint.params[name]?.encoding === 'upload')
    if (files === undefined) return this.#run(endpoint, given, idempotencyKey, services)
    await using folder = await services.outside.scratch.folder()
    const laid = await layDown((given[files] ?? []) as readonly OutgoingFile[], folder)
    return await this.#run(endpoint, { ...given, [files]: laid }, idempotencyKey, services)
  }

  async #run<E extends Endpoint>(
    endpoint: E,
    given: Readonly<Record<string, unknown>>,
    idempotencyKey: string | undefined,
    services: Services,
  ): Promise<Answer<E>> {
    const handler = must(this.#parts.handlers.get(endpoint.id), `${endpoint.id} has no handler`)
    const decoded = decodeValues(endpoint, given)
    if (!decoded.ok)
      throw new Refusal(decoded.failure.code, decoded.failure.message, { var_name: decoded.failure.variable })
    const { args } = decoded
    const carryOut = async (by: Services) => {
      const claims = { client: this.#client, idempotencyKey }
      const call = new HttpCall(by, this.directory, this.#admitted, this.#wire, claims)
      const answer = await handler.run(call, args as never)
      noteCall(by.security, endpoint, call, args, given)
      return answer
    }
    if (idempotencyKey === undefined || !isDoneOnce(endpoint)) return fieldsOf<E>(await carryOut(services))
    const reply = await carryOutOnce(
      services,
      { endpoint, args, caller: this.caller, key: idempotencyKey },
      async (by) => {
        const answer = await carryOut(by)
        return answer instanceof StreamedAnswer ? answer : success(answer, [])
      },
    )
    return fieldsOf<E>(reply instanceof StreamedAnswer ? reply : parsed(reply.body))
  }
}

/** The fields of an answer, whatever form its handler gave them. */
function fieldsOf<E extends Endpoint>(
  answer: Readonly<Record<string, unknown>> | JsonFields | StreamedAnswer,
): Answer<E> {
  if (answer instanceof StreamedAnswer)
    throw new Error('A page cannot call an endpoint that answers a stream.')
  // The handler's type promises these fields; `Handler` leaves them open, because it stands for all endpoints.
  return (answer instanceof JsonFields ? JSON.parse(`{${answer.text}}`) : answer) as Answer<E>
}

function parsed(body: string | Buffer): Readonly<Record<string, unknown>> {
  const { result: _result, msg: _msg, ...fields } = JSON.parse(body.toString()) as Record<string, unknown>
  return fields
}

/** Writes files where handlers expect those of a form. */
const layDown = (files: readonly OutgoingFile[], folder: ScratchFolder): Promise<UploadedFile[]> =>
  Promise.all(
    files.map(async ({ filename, contentType, bytes }, index) => {
      const path = join(folder.path, String(index))
      await writeFile(path, bytes)
      return { filename, contentType, size: bytes.length, path, read: async () => bytes }
    }),
  )
