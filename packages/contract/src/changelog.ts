import * as z from 'zod'
import type { Change, Endpoint, EventDefinition, Fields, Parameters } from './define.ts'

export interface ChangeEntry {
  readonly level: number
  /** The endpoint or event that changed, such as `POST /messages`. */
  readonly place: string
  /** For a field inside an object: the parameter or field that holds the object, such as `subscriptions`. */
  readonly within?: string
  readonly text: string
}

interface Dated {
  readonly since?: number | undefined
  readonly deprecated?: number | undefined
  readonly changes?: readonly Change[] | undefined
}

function entriesOf(place: string, what: string, dated: Dated, within?: string): ChangeEntry[] {
  const where = within === undefined ? { place } : { place, within }
  return [
    ...(dated.since === undefined ? [] : [{ level: dated.since, ...where, text: `Added ${what}.` }]),
    ...(dated.changes ?? []).map(({ level, text }) => ({
      level,
      ...where,
      text: what === 'the endpoint' || what === 'the event' ? text : `${what}: ${text}`,
    })),
    // Level 1 means "deprecated before levels were counted".
    ...(dated.deprecated === undefined || dated.deprecated <= 1
      ? []
      : [{ level: dated.deprecated, ...where, text: `Deprecated ${what}.` }]),
  ]
}

/** The parts of JSON Schema that can hold fields. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | boolean
  readonly prefixItems?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly 'x-since'?: number
  readonly 'x-deprecated-since'?: number
  readonly 'x-changes'?: readonly Change[]
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Schema

const datedOf = (schema: Schema): Dated => ({
  since: schema['x-since'],
  deprecated: schema['x-deprecated-since'],
  changes: schema['x-changes'],
})

/** The changes of all fields of the objects in a schema, however deep. `path` leads to it: `subscriptions`. */
function nestedEntries(place: string, path: string, schema: Schema): ChangeEntry[] {
  const {
    properties = {},
    items,
    prefixItems = [],
    additionalProperties,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema
  const parts = [items, additionalProperties, ...prefixItems, ...anyOf, ...oneOf, ...allOf]
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...entriesOf(place, `the field \`${name}\``, datedOf(field), path),
      ...nestedEntries(place, `${path}.${name}`, field),
    ]),
    ...parts.flatMap((part) => (typeof part === 'object' ? nestedEntries(place, path, part) : [])),
  ]
}

const parameterEntries = (place: string, parameters: Parameters): ChangeEntry[] =>
  Object.entries(parameters).flatMap(([name, parameter]) => [
    ...entriesOf(place, `the parameter \`${name}\``, parameter),
    ...(parameter.encoding === 'upload' || parameter.encoding === 'body'
      ? []
      : nestedEntries(place, name, jsonSchema(parameter.schema, 'input'))),
  ])

const fieldEntries = (place: string, fields: Fields): ChangeEntry[] =>
  Object.entries(fields).flatMap(([name, schema]) => {
    const described = jsonSchema(schema, 'output')
    return [
      ...entriesOf(place, `the field \`${name}\``, datedOf(described)),
      ...nestedEntries(place, name, described),
    ]
  })

/** Lists every change that the declarations name, newest level first. The changelog page is made from it. */
export function changeEntries(
  endpoints: readonly Endpoint[],
  events: readonly EventDefinition[],
): ChangeEntry[] {
  const entries = [
    ...endpoints.flatMap((endpoint) => {
      const place = `${endpoint.method} ${endpoint.path}`
      return [
        ...entriesOf(place, 'the endpoint', endpoint),
        ...parameterEntries(place, endpoint.params),
        ...fieldEntries(place, endpoint.returns),
      ]
    }),
    ...events.flatMap((event) => {
      const place = `Event \`${event.type}\`${event.op === undefined ? '' : ` \`${event.op}\``}`
      return [...entriesOf(place, 'the event', event), ...fieldEntries(place, event.fields)]
    }),
  ]
  // A union has the same field in several branches.
  const distinct = new Map(entries.map((entry) => [JSON.stringify(entry), entry]))
  return [...distinct.values()].toSorted(
    (a, b) => b.level - a.level || (a.place < b.place ? -1 : a.place > b.place ? 1 : 0),
  )
}

/**
 * Lists the entries of one level in Markdown, one line for each change: the change, then its places. `link` writes the
 * name of a place.
 */
export function changeLines(entries: readonly ChangeEntry[], link: (place: string) => string): string[] {
  return [...Map.groupBy(entries, ({ text }) => text)].map(([text, same]) => {
    const places = Map.groupBy(same, ({ place }) => place)
    const named = [...places].map(([place, at]) => {
      const within = [...new Set(at.flatMap((entry) => entry.within ?? []))]
      return `${link(place)}${within.length === 0 ? '' : ` (in ${within.map((path) => `\`${path}\``).join(', ')})`}`
    })
    return `- ${text.charAt(0).toUpperCase()}${text.slice(1)} In ${named.join(', ')}`
  })
}

/** Writes the changelog as Markdown, by feature level. */
export function changelog(endpoints: readonly Endpoint[], events: readonly EventDefinition[]): string {
  const levels = Map.groupBy(changeEntries(endpoints, events), ({ level }) => level)
  const parts = [...levels].map(
    ([level, entries]) =>
      `## Feature level ${level}\n\n${changeLines(entries, (place) => place).join('\n')}\n`,
  )
  return `# API changelog\n\nWhat changed in the API at which feature level, as far as this server has it.\n\n${parts.join('\n')}`
}
