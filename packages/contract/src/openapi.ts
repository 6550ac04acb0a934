import * as z from 'zod'
import type { Change, Endpoint, EventDefinition, Parameter } from './define.ts'
import { type ErrorCode, type ErrorDefinition, errorCodes } from './errors.ts'
import { featureLevel } from './feature-level.ts'
import { longestIdempotencyKey, takesIdempotencyKey } from './idempotency.ts'
import { namedSchemas } from './named-schemas.ts'
import { SharedSchemas } from './shared-schemas.ts'

type Json = Record<string, unknown>

/** Writes a schema as JSON Schema, in the form of requests (`input`) or answers (`output`). */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    $defs: recursive = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema: made }) => {
      // The limits of exact numbers in JavaScript are no rule of the API.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
    },
  })
  const names = Object.keys(recursive)
  if (names.length === 0) return rest
  // Any JSON is the only schema of the contract that contains itself.
  if (names.length > 1) throw new Error(`Schemas that contain themselves need names: ${names.join(', ')}`)
  return JSON.parse(
    JSON.stringify(rest).replaceAll(`"#/$defs/${names[0]}"`, '"#/components/schemas/JsonValue"'),
  ) as Json
}

/** Stands for `z.json()`. */
const jsonValue: Json = {
  description: 'Any JSON.',
  type: ['string', 'number', 'boolean', 'null', 'array', 'object'],
  items: { $ref: '#/components/schemas/JsonValue' },
  additionalProperties: { $ref: '#/components/schemas/JsonValue' },
}

function notesOf({
  since,
  deprecated,
  changes,
}: {
  since?: number
  deprecated?: number
  changes?: readonly Change[]
}): Json {
  return {
    ...(since === undefined ? {} : { 'x-since': since }),
    ...(deprecated === undefined ? {} : { deprecated: true, 'x-deprecated-since': deprecated }),
    ...(changes === undefined ? {} : { 'x-changes': changes }),
  }
}

const isOptional = (parameter: Parameter) => parameter.schema.safeParse(undefined).success

function parameterOf(endpoint: Endpoint, name: string, parameter: Parameter): Json {
  const isInPath = parameter.encoding === 'path'
  const example = endpoint.example.request[name]
  const schema = schemaOf(parameter.schema, 'input')
  const given = example === undefined ? {} : { example }
  return {
    name,
    in: isInPath ? 'path' : 'query',
    description: parameter.doc,
    required: isInPath || !isOptional(parameter),
    ...notesOf(parameter),
    // A JSON parameter carries its example in its media type.
    ...(parameter.encoding === 'json'
      ? { content: { 'application/json': { schema, ...given } } }
      : { schema, ...given }),
  }
}

function bodyOf(endpoint: Endpoint, parameters: readonly (readonly [string, Parameter])[]): Json {
  const properties: Json = {}
  const encoding: Json = {}
  for (const [name, parameter] of parameters) {
    const example = endpoint.example.request[name]
    properties[name] =
      parameter.encoding === 'upload'
        ? { type: 'array', items: { type: 'string', format: 'binary' }, description: parameter.doc }
        : {
            ...schemaOf(parameter.schema, 'input'),
            description: parameter.doc,
            ...notesOf(parameter),
            ...(example === undefined ? {} : { example }),
          }
    if (parameter.encoding === 'json') encoding[name] = { contentType: 'application/json' }
  }
  const required = parameters
    .filter(([, parameter]) => parameter.encoding !== 'upload' && !isOptional(parameter))
    .map(([name]) => name)
  const hasFiles = parameters.some(([, parameter]) => parameter.encoding === 'upload')
  return {
    required: required.length > 0 || hasFiles,
    content: {
      [hasFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: {
        schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
        ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
      },
    },
  }
}

function describedBy({ doc, spectators }: Endpoint): Json {
  const description = [doc, spectators && `Without an account: ${spectators}`].filter(Boolean).join('\n\n')
  return description === '' ? {} : { description }
}

/** Parameters of an endpoint that are not in its body. */
function parametersOf(endpoint: Endpoint, inUrl: readonly (readonly [string, Parameter])[]): Json {
  const parameters = [
    ...inUrl.map(([name, parameter]) => parameterOf(endpoint, name, parameter)),
    ...(takesIdempotencyKey(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return parameters.length > 0 ? { parameters } : {}
}

/** The header under which a call is carried out once. */
const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The client’s own name for the call. Sent again under it, the call is carried out once.',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: longestIdempotencyKey },
}

const serverAt = (root: string): Json => ({
  url: `{server}${root}`,
  variables: { server: { default: 'http://localhost:9991' } },
})

function operationOf(endpoint: Endpoint): Json {
  const parameters = Object.entries(endpoint.params)
  const whole = parameters.find(([, parameter]) => parameter.encoding === 'body')
  const inUrl = parameters.filter(
    ([, parameter]) =>
      parameter.encoding === 'path' ||
      endpoint.method === 'GET' ||
      (whole !== undefined && parameter.encoding !== 'body'),
  )
  const inBody = parameters.filter((entry) => !inUrl.includes(entry) && entry !== whole)
  const success = schemaOf(
    z.object({ result: z.literal('success'), msg: z.literal(''), ...endpoint.returns }),
    'output',
  )
  const failures = Map.groupBy(endpoint.errors ?? [], ({ code, status }) => status ?? errorCodes[code].status)
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...describedBy(endpoint),
    'x-role': endpoint.role,
    ...(endpoint.session ? {} : { 'x-scope': endpoint.scope }),
    ...(endpoint.bots === false ? { 'x-bots': false } : {}),
    ...(endpoint.incomingWebhooks ? { 'x-incoming-webhooks': true } : {}),
    ...(endpoint.keyInAddress ? { security: [{ basic: [] }, { bearer: [] }, {}] } : {}),
    ...notesOf(endpoint),
    ...(endpoint.role === 'anyone' ? { security: [] } : {}),
    ...(endpoint.session ? { security: [{ session: [] }], servers: [serverAt('/json')] } : {}),
    ...(endpoint.spectators === undefined ? {} : { security: [{}, { basic: [] }] }),
    ...parametersOf(endpoint, inUrl),
    ...(inBody.length > 0 ? { requestBody: bodyOf(endpoint, inBody) } : {}),
    ...(whole
      ? { requestBody: { description: whole[1].doc, content: { 'application/json': { schema: {} } } } }
      : {}),
    responses: {
      200: {
        description: 'Success.',
        content: {
          'application/json': {
            schema: success,
            example: { result: 'success', msg: '', ...endpoint.example.response },
          },
        },
      },
      ...Object.fromEntries(
        [...failures].map(([status, errors]) => [
          status,
          {
            description: errors.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  }
}

function eventSchema(event: EventDefinition): Json {
  const discriminators = {
    id: z.int(),
    type: z.literal(event.type),
    ...(event.op === undefined ? {} : { op: z.literal(event.op) }),
  }
  return {
    ...schemaOf(z.object({ ...discriminators, ...event.fields }), 'output'),
    description: event.doc,
    ...notesOf(event),
    example: event.example,
  }
}

/** Name of an event among the schemas: `subscription_peer_add`. */
const eventName = ({ type, op }: EventDefinition) => `event_${type}${op === undefined ? '' : `_${op}`}`

/** Writes the whole API as an OpenAPI 3.1 document. `x-since` and `x-changes` give feature levels. */
export function openApi(endpoints: readonly Endpoint[], events: readonly EventDefinition[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  const sorted = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const codes: Readonly<Record<ErrorCode, ErrorDefinition>> = errorCodes
  const shared = new SharedSchemas(
    Object.fromEntries(
      Object.entries(namedSchemas).map(([name, schema]) => [
        name,
        { output: schemaOf(schema, 'output'), input: schemaOf(schema, 'input') },
      ]),
    ),
  )
  const referringPaths = shared.refer(sorted(paths))
  const eventSchemas = shared.refer(
    Object.fromEntries(events.map((event) => [eventName(event), eventSchema(event)])),
  ) as Json
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tagma API',
      description:
        'The REST API of a Tagma server, compatible with the Zulip API. Tagma is not affiliated with Zulip.',
      version: String(featureLevel),
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [serverAt('/api/v1')],
    security: [{ basic: [] }],
    paths: referringPaths,
    components: {
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'API email address and API key, or an access token in place of the key.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token; for incoming webhooks also the API key of a bot.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-tagma',
          description: 'The session of a browser, for pages of the server itself.',
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['result', 'msg', 'code'],
          properties: {
            result: { const: 'error' },
            msg: { type: 'string', description: 'A sentence that says what was wrong.' },
            code: { type: 'string', enum: Object.keys(codes) },
          },
          'x-codes': codes,
        },
        ...sorted({ JsonValue: jsonValue, ...shared.used(), ...eventSchemas }),
      },
    },
  }
}
