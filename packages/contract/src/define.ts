import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import type { EndpointScope } from './scopes.ts'

/** A change and its feature level. Lists hold the oldest first: `[{ level: 92, text: 'Was false by default.' }]`. */
export interface Change {
  readonly level: number
  readonly text: string
}

/**
 * The form in which a parameter travels.
 * - `text`: the raw string.
 * - `json`: JSON inside the form or the query: lists, objects, integers, booleans.
 * - `either`: JSON if it parses and fits, otherwise the raw string.
 * - `path`: a part of the path; integers and strings.
 * - `upload`: a file of a multipart body.
 * - `body`: the whole body as it came, whatever its type. All other parameters are in the address then.
 */
export type Encoding = 'text' | 'json' | 'either' | 'path' | 'upload' | 'body'

export interface Parameter<S extends z.ZodType = z.ZodType> {
  readonly encoding: Encoding
  readonly schema: S
  /** One or more sentences of Markdown. */
  readonly doc: string
  /** The feature level that added the parameter, if later than the endpoint itself. */
  readonly since?: number
  /** The feature level that deprecated it. */
  readonly deprecated?: number
  readonly changes?: readonly Change[]
  /** For the last part of a path: it takes the rest of the path, slashes included. */
  readonly takesRest?: true
  /** Read from the body only, because addresses are kept in logs. */
  readonly secret?: true
  /** For JSON: `null` is a wrong value, and does not stand for "not given". */
  readonly refusesNull?: true
  /** For an upload, the largest file in MiB; omitted: the server's limit of uploads. For a body, its size in MiB. */
  readonly maxMib?: number
}

interface ParameterNotes {
  readonly refusesNull?: true
  readonly secret?: true
  readonly takesRest?: true
  readonly since?: number
  readonly deprecated?: number
  readonly changes?: readonly Change[]
}

function parameter(encoding: Encoding) {
  return <S extends z.ZodType>(schema: S, doc: string, notes: ParameterNotes = {}): Parameter<S> => ({
    encoding,
    schema,
    doc,
    ...notes,
  })
}

/** A raw string. */
export const text = parameter('text')
/** A JSON value: list, object, integer or boolean. `null` stands for "not given" unless the schema accepts or `refusesNull` refuses null. */
export const json = parameter('json')
/** A string that some clients send raw and others as JSON. */
export const either = parameter('either')
/** A part of the path. */
export const inPath = parameter('path')

/** A file as a client sends it in a multipart body. */
export interface OutgoingFile {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A file of a multipart body. It stays on the server's disk until the request is answered, however large it is. */
export interface UploadedFile {
  /** The client's name for the file. Never build a path from it. */
  readonly filename: string
  /** The type that the client claims. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** The file's path on the server's disk. */
  readonly path: string
  /** Reads the whole file. Use it for small files only. */
  read(): Promise<Uint8Array>
}

/** The files of a multipart body, under whatever field names the client chose. */
export const upload = (
  doc: string,
  { maxMib, ...notes }: ParameterNotes & { readonly maxMib?: number } = {},
): Parameter<z.ZodType<readonly UploadedFile[], readonly OutgoingFile[]>> => ({
  encoding: 'upload',
  // The server holds a file in another form than the client. No schema converts it, so the types are cast.
  schema: z.custom<readonly UploadedFile[]>() as unknown as z.ZodType<
    readonly UploadedFile[],
    readonly OutgoingFile[]
  >,
  doc,
  ...notes,
  ...(maxMib === undefined ? {} : { maxMib }),
})

/** Files that may be left out. */
export const optionalUpload = (
  doc: string,
  notes?: ParameterNotes & { readonly maxMib?: number },
): Parameter<z.ZodType<readonly UploadedFile[], readonly OutgoingFile[] | undefined>> => upload(doc, notes)

/** The body of a request as it came, with what came beside it. */
export interface RawBody {
  readonly bytes: Uint8Array
  /** By their names in small letters; of several with one name, the first. */
  readonly headers: Readonly<Record<string, string>>
  /** The fields of the address. */
  readonly query: Readonly<Record<string, string>>
  /** Path and query, as they were sent. */
  readonly address: string
}

/** The whole body, of at most `maxMib`. A client passes text, which it sends as JSON. */
export const body = (
  doc: string,
  { maxMib }: { readonly maxMib: number },
): Parameter<z.ZodType<RawBody, string>> => ({
  encoding: 'body',
  // As with files, the server holds another form than the client sends.
  schema: z.custom<RawBody>() as unknown as z.ZodType<RawBody, string>,
  doc,
  maxMib,
})

export type Parameters = Readonly<Record<string, Parameter>>
export type Fields = Readonly<Record<string, z.ZodType>>

/**
 * The role that an endpoint asks for; more privileged roles may call it too. `anyone` needs no authentication; `guest`
 * is every user with an account.
 */
export type RoleFloor = 'anyone' | 'guest' | 'member' | 'moderator' | 'administrator' | 'owner'

export interface DeclaredError {
  readonly code: ErrorCode
  /** A sentence that names the cause. */
  readonly when: string
  /** HTTP status, where it is not the code's own: 404 for a thing in the path that does not exist. */
  readonly status?: 404
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ShortAddress {
  /** With parameters in braces. */
  readonly path: string
  /** Values of parameters that the address does not say. */
  readonly gives: Readonly<Record<string, string>>
  /** True if a success is an empty answer (204), unless the sender asks for one by `wait=true`. */
  readonly answersNothing?: true
}

export interface Endpoint<P extends Parameters = Parameters, R extends Fields = Fields> {
  /** The operation id. The endpoint's files and its documentation page have the same name. */
  readonly id: string
  readonly method: Method
  /** Below `/api/v1` for calls by API key, below `/json` for calls by session; parameters in braces. */
  readonly path: string
  /** True if it takes sessions only: it answers below `/json`, and not below `/api/v1`. */
  readonly session?: true
  readonly role: RoleFloor
  /** The scope that a call by access token needs. An API key and a session have all scopes. */
  readonly scope: EndpointScope
  /** False when bots are refused. */
  readonly bots?: boolean
  /**
   * True if bots of the type incoming webhook may call it. They can send but not read, so all other endpoints that need
   * an account refuse them.
   */
  readonly incomingWebhooks?: true
  /** True if the API key may also be the parameter `api_key` of the address, or a bearer token: for services that can call an address and no more. */
  readonly keyInAddress?: true
  /**
   * Addresses at the root of the server that lead to the endpoint too, for programs that know the address of one product.
   * The parts of their paths are parameters.
   */
  readonly alsoAt?: readonly ShortAddress[]
  /**
   * For the documentation: the part of the answer that people without an account get, in organizations whose web-public
   * channels they may read. Omitted if they get nothing.
   */
  readonly spectators?: string
  /** The feature level that added the endpoint. Omitted if the endpoint was always there. */
  readonly since?: number
  readonly deprecated?: number
  /** One line in the imperative. */
  readonly summary: string
  /** Markdown for the documentation page. */
  readonly doc?: string
  readonly params: P
  /** The fields of a success, beside `result` and `msg`. */
  readonly returns: R
  readonly errors?: readonly DeclaredError[]
  readonly changes?: readonly Change[]
  readonly example: {
    readonly request: Readonly<Record<string, unknown>>
    readonly response: Readonly<Record<string, unknown>>
  }
  /**
   * The row of this endpoint in the table of rate limits. For calls that are expensive or invite guessing; it applies
   * beside the limit for all calls; `webhook` applies instead of it.
   */
  readonly limit?: string
  /**
   * The meaning of a second call with the same `Idempotency-Key`, for a call that changes something. Omitted: it is
   * answered as the first one, and not carried out. `handler`: the handler knows what it has done under the key. `again`:
   * it is carried out again, which does no harm.
   */
  readonly repeated?: 'handler' | 'again'
  /** The longest form in bytes, without files. Omitted: `limits.maxFormBytes`. */
  readonly maxFormBytes?: number
}

/** Declares an endpoint. Decoding, types, documentation and OpenAPI all follow from this value. */
export function endpoint<const P extends Parameters, const R extends Fields>(
  definition: Endpoint<P, R>,
): Endpoint<P, R> {
  return definition
}

type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]
type Optionalized<T> = Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>
type Flat<T> = { [K in keyof T]: T[K] }

/** The arguments that a handler receives: decoded, validated, defaults filled in. */
export type Args<E> = E extends Endpoint<infer P> ? { [K in keyof P]: z.output<P[K]['schema']> } : never
/** The arguments that a client passes. */
export type Input<E> =
  E extends Endpoint<infer P>
    ? Flat<Optionalized<{ -readonly [K in keyof P]: z.input<P[K]['schema']> }>>
    : never
/** The answer of a handler, as a client gets it without `result` and `msg`. */
export type Answer<E> =
  E extends Endpoint<Parameters, infer R>
    ? Flat<Optionalized<{ -readonly [K in keyof R]: z.output<R[K]> }>>
    : never

export interface EventDefinition<
  T extends string = string,
  O extends string | undefined = string | undefined,
  F extends Fields = Fields,
> {
  readonly type: T
  readonly op?: O
  readonly since?: number
  readonly deprecated?: number
  readonly doc: string
  readonly fields: F
  readonly changes?: readonly Change[]
  readonly example: Readonly<Record<string, unknown>>
}

/** Declares an event that clients receive from GET /events. Each pair of `type` and `op` has one value. */
export function event<
  const T extends string,
  const F extends Fields,
  const O extends string | undefined = undefined,
>(definition: EventDefinition<T, O, F>): EventDefinition<T, O, F> {
  return definition
}

/** An event's payload as the server writes it: its fields, `type`, and `op` if it has one. */
export type Payload<D> =
  D extends EventDefinition<infer T, infer O, infer F>
    ? Flat<
        { type: T } & (O extends string ? { op: O } : unknown) &
          Optionalized<{ -readonly [K in keyof F]: z.output<F[K]> }>
      >
    : never

/**
 * Documents a field of an answer, an event or an object.
 * @example field(z.int(), 'UNIX seconds.', { since: 30 })
 */
export function field<S extends z.ZodType>(
  schema: S,
  description: string,
  notes: { since?: number; deprecated?: number; changes?: readonly Change[] } = {},
): S {
  const { since, deprecated, changes } = notes
  return schema.meta({
    description,
    ...(since === undefined ? {} : { 'x-since': since }),
    ...(deprecated === undefined ? {} : { deprecated: true, 'x-deprecated-since': deprecated }),
    ...(changes === undefined ? {} : { 'x-changes': changes }),
  })
}
