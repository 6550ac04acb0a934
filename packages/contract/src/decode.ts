import type * as z from 'zod'
import type { Args, Endpoint, Parameter, RawBody, UploadedFile } from './define.ts'

/** A request's parameters before decoding: from the path, from the query and body, and the files. */
export interface RawRequest {
  readonly path: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
  readonly files?: readonly UploadedFile[]
  readonly body?: RawBody
}

/** The reason why a request was not decoded: the parameter, and a sentence that names it. */
export interface DecodeFailure {
  readonly code: 'REQUEST_VARIABLE_MISSING' | 'REQUEST_VARIABLE_INVALID' | 'BAD_REQUEST'
  readonly variable: string
  readonly message: string
}

export type Decoded<E> =
  | { readonly ok: true; readonly args: Args<E>; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly failure: DecodeFailure }

const absent = Symbol('absent')

interface PlannedParameter {
  readonly name: string
  readonly parameter: Parameter
  /** The value of a parameter that is left out, if it is plain. Lists and objects are made for each request. */
  readonly initial: { readonly value: unknown } | undefined
}

interface Plan {
  readonly params: readonly PlannedParameter[]
  readonly names: ReadonlySet<string>
}

const plans = new WeakMap<Endpoint, Plan>()

function planOf(endpoint: Endpoint): Plan {
  let plan = plans.get(endpoint)
  if (!plan) {
    const params = Object.entries(endpoint.params).map(([name, parameter]) => ({
      name,
      parameter,
      initial: initialOf(parameter),
    }))
    plan = { params, names: new Set(params.map(({ name }) => name)) }
    plans.set(endpoint, plan)
  }
  return plan
}

function initialOf({ schema }: Parameter): PlannedParameter['initial'] {
  const parsed = schema.safeParse(undefined)
  return parsed.success && (typeof parsed.data !== 'object' || parsed.data === null)
    ? { value: parsed.data }
    : undefined
}

/** Decodes and validates a request against an endpoint's declaration. Never throws. */
export function decode<E extends Endpoint>(endpoint: E, raw: RawRequest): Decoded<E> {
  const plan = planOf(endpoint)
  const args: Record<string, unknown> = {}
  for (const { name, parameter, initial } of plan.params) {
    const value = readParameter(parameter, name, raw)
    if (value === absent && initial) {
      args[name] = initial.value
      continue
    }
    if (isFailure(value)) return { ok: false, failure: value.failure }
    if (holdsNull(parameter, value)) return { ok: false, failure: nullBytes(name) }
    const parsed = parameter.schema.safeParse(value === absent ? undefined : value)
    if (!parsed.success) {
      return { ok: false, failure: value === absent ? missing(name) : invalid(name, parsed.error) }
    }
    args[name] = parsed.data
  }
  const ignored: string[] = []
  for (const name in raw.form) if (!plan.names.has(name)) ignored.push(name)
  return { ok: true, args: args as Args<E>, ignored }
}

/** Validates arguments that are values already, such as a caller in the same process has. Never throws. */
export function decodeValues<E extends Endpoint>(
  endpoint: E,
  given: Readonly<Record<string, unknown>>,
): Decoded<E> {
  const { params, names } = planOf(endpoint)
  const args: Record<string, unknown> = {}
  for (const { name, parameter } of params) {
    const value = given[name]
    if (holdsNull(parameter, value)) return { ok: false, failure: nullBytes(name) }
    // Files and bodies are no plain values: the caller has made them.
    const parsed =
      parameter.encoding === 'upload' || parameter.encoding === 'body'
        ? ({ success: true, data: value } as const)
        : parameter.schema.safeParse(value)
    if (!parsed.success)
      return { ok: false, failure: value === undefined ? missing(name) : invalid(name, parsed.error) }
    args[name] = parsed.data
  }
  const ignored = Object.keys(given).filter((name) => !names.has(name))
  return { ok: true, args: args as Args<E>, ignored }
}

class Failure {
  readonly failure: DecodeFailure
  constructor(failure: DecodeFailure) {
    this.failure = failure
  }
}
const isFailure = (value: unknown): value is Failure => value instanceof Failure

function readParameter(parameter: Parameter, name: string, raw: RawRequest): unknown {
  switch (parameter.encoding) {
    case 'upload':
      return raw.files ?? []
    case 'body':
      return raw.body ?? absent
    case 'path': {
      const part = raw.path[name]
      if (part === undefined) return absent
      return /^-?\d{1,16}$/.test(part) && parameter.schema.safeParse(Number(part)).success
        ? Number(part)
        : part
    }
    case 'text':
      return raw.form[name] ?? absent
    case 'json': {
      const source = raw.form[name]
      if (source === undefined) return absent
      let value: unknown
      try {
        value = parseJson(source)
      } catch {
        return new Failure({
          code: 'REQUEST_VARIABLE_INVALID',
          variable: name,
          message: `Argument "${name}" is not valid JSON.`,
        })
      }
      const isAbsent = value === null && !parameter.refusesNull && !parameter.schema.safeParse(null).success
      return isAbsent ? absent : value
    }
    case 'either': {
      const source = raw.form[name]
      if (source === undefined) return absent
      // The first character tells most raw strings from JSON. A failed parse costs more than the rest of a request.
      if (!/^\s*["[{\-\dtfn]/.test(source)) return source
      try {
        const value = parseJson(source)
        if (parameter.schema.safeParse(value).success) return value
      } catch {
        // Not JSON: a raw string.
      }
      return source
    }
  }
}

const surrogateEscape = /\\u[dD][89a-fA-F]/

/** Refuses half a surrogate pair: it can be neither stored nor sent. Only a \\u escape can bring one. */
function parseJson(source: string): unknown {
  if (!surrogateEscape.test(source)) return JSON.parse(source)
  return JSON.parse(source, (key, value: unknown) => {
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new SyntaxError()
    return value
  })
}

/** Whether a part of the path has a null byte. No name or address holds one, and PostgreSQL takes none. */
const holdsNull = ({ encoding }: Parameter, value: unknown): boolean =>
  encoding === 'path' && typeof value === 'string' && value.includes('\0')

function nullBytes(name: string): DecodeFailure {
  return { code: 'BAD_REQUEST', variable: name, message: `${name} must not contain null bytes` }
}

function missing(name: string): DecodeFailure {
  return { code: 'REQUEST_VARIABLE_MISSING', variable: name, message: `Missing '${name}' argument` }
}

function invalid(name: string, error: z.ZodError): DecodeFailure {
  const issue = error.issues[0]
  return {
    code: 'BAD_REQUEST',
    variable: name,
    message: issue ? describeIssue(name, issue) : `Invalid ${name}`,
  }
}

/** Names the place of an issue inside a parameter: `subscriptions[0]["name"]`. */
function placeOf(name: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (place, part) => `${place}[${typeof part === 'number' ? part : JSON.stringify(String(part))}]`,
    name,
  )
}

const typeNames: Readonly<Record<string, string>> = {
  int: 'an integer',
  number: 'an integer',
  string: 'a string',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function describeIssue(name: string, issue: z.core.$ZodIssue): string {
  const place = placeOf(name, issue.path)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path.length > 0 && issue.message.endsWith('received undefined')) return `${place} is missing`
      return `${place} is not ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `Invalid ${place}: must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_big':
      if (issue.origin === 'string') return `${place} is too long (limit: ${issue.maximum} characters)`
      if (issue.origin === 'array') return `${place} has too many entries (limit: ${issue.maximum})`
      return `${place} is too large (at most ${issue.maximum})`
    case 'too_small':
      if (issue.origin === 'string') return `${place} cannot be empty`
      if (issue.origin === 'array') return `${place} has too few entries (at least ${issue.minimum})`
      return `${place} is too small (at least ${issue.minimum})`
    case 'invalid_union': {
      const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0]
      if (deepest && deepest.path.length > 0)
        return describeIssue(name, { ...deepest, path: [...issue.path, ...deepest.path] })
      return `${place} has an invalid value`
    }
    case 'unrecognized_keys':
      return `${place} has unexpected keys: ${issue.keys.join(', ')}`
    case 'custom':
      return issue.message.replaceAll('{name}', place)
    default:
      return `Invalid ${place}: ${issue.message}`
  }
}
