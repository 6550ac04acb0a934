import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { events } from './events.ts'
import { openApi } from './openapi.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, unknown>>
  }
}
interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
}

const made = openApi(Object.values(endpoints), events)
const document = JSON.parse(JSON.stringify(made)) as Document

/** Lists every object of the document, with its place. */
function* objectsIn(value: unknown, place = '#'): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>]
  for (const [key, part] of Object.entries(value)) {
    // Examples are data, whatever their fields are called.
    if (key !== 'example' && key !== 'default') yield* objectsIn(part, `${place}/${key}`)
  }
}

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(made))
  expect({ version: validator.version, valid, errors }).toEqual({
    version: '3.1',
    valid: true,
    errors: undefined,
  })
})

test('what is no OpenAPI is found', async () => {
  const { info: _, ...rest } = made
  expect((await new Validator().validate(structuredClone(rest))).valid).toBe(false)
})

test('every endpoint and every event is there', () => {
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(operations.toSorted()).toEqual(
    Object.values(endpoints)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('event_'))).toHaveLength(
    events.length,
  )
})

test('every reference leads to a schema or a parameter', () => {
  const references = [...objectsIn(document)].flatMap(([place, { $ref: reference }]) =>
    typeof reference === 'string' ? [{ place, reference }] : [],
  )
  expect(references.length).toBeGreaterThan(400)
  const { schemas: named, parameters } = document.components
  const schemas = new Set([
    ...Object.keys(named).map((name) => `#/components/schemas/${name}`),
    ...Object.keys(parameters).map((name) => `#/components/parameters/${name}`),
  ])
  expect(references.filter(({ reference }) => !schemas.has(reference))).toEqual([])
  const used = new Set(references.map(({ reference }) => reference))
  // Clients read events from their queues, so the answers do not name them one by one.
  expect([...schemas].filter((name) => !used.has(name) && !name.includes('/event_'))).toEqual([])
})

test('an object with several fields is described once', () => {
  const places = Map.groupBy(
    [...objectsIn(document)].filter(
      ([, { properties }]) => typeof properties === 'object' && Object.keys(properties ?? {}).length >= 6,
    ),
    ([, schema]) => JSON.stringify(schema.properties),
  )
  const repeated = [...places.values()]
    .filter((all) => all.length > 1)
    .map((all) => all.map(([place]) => place))
  expect(repeated).toEqual([])
})

test('a reference keeps what is said of the place where it stands', () => {
  const { Subscription: subscription, GroupSetting: groupSetting } = document.components.schemas
  expect(groupSetting).toHaveProperty('anyOf')
  expect(subscription?.properties?.can_send_message_group).toEqual({
    $ref: '#/components/schemas/GroupSetting',
    description: expect.stringMatching(/post|send/i),
    'x-since': 333,
  })
})
