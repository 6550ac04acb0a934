import { attributesOf, matchesFilter, type Resource } from './matches-filter.ts'
import { type Filter, parseFilter, parsePath } from './parse-filter.ts'
import { invalid } from './scim-problem.ts'

// The query of a request: which resources, which page of them, and which attributes (RFC 7644, 3.4.2). Pure.

type Query = Readonly<Record<string, string>>

/** Resources of a page at most, and where the client names no number. */
export const mostResults = 1000
const usualResults = 100

/** Which resources are wanted. */
export interface Listing {
  readonly filter: Filter | undefined
  /** Counted from 1. */
  readonly startIndex: number
  readonly count: number
}

export function readListing(query: Query): Listing {
  const filter = query.filter?.trim()
  return {
    filter: filter === undefined || filter === '' ? undefined : parseFilter(filter),
    startIndex: Math.max(1, numberAt(query, 'startIndex') ?? 1),
    count: Math.min(mostResults, Math.max(0, numberAt(query, 'count') ?? usualResults)),
  }
}

function numberAt(query: Query, name: string): number | undefined {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,9}$/.test(text)) throw invalid('invalidValue', `${name} is a whole number.`)
  return Number(text)
}

/** Tells whether a filter asks about an attribute, named in small letters. */
export const asksFor = ({ filter }: Listing, attribute: string): boolean =>
  filter !== undefined && attributesOf(filter).has(attribute)

/** A value that the filter demands an attribute to be equal to; undefined if there is no such. */
export function demanded({ filter }: Listing, attributes: readonly string[]): string | undefined {
  const parts = filter?.kind === 'and' ? filter.parts : filter ? [filter] : []
  for (const part of parts)
    if (part.kind === 'compare' && part.operator === 'eq' && attributes.includes(part.path.attribute))
      return String(part.value)
  return undefined
}

/** The things of a page that the filter means, and the number of all of them. */
export function pageOf<T>(
  { filter, startIndex, count }: Listing,
  things: readonly T[],
  present: (thing: T) => Resource,
): { readonly page: readonly T[]; readonly total: number } {
  const meant = filter ? things.filter((thing) => matchesFilter(filter, present(thing))) : things
  return { page: meant.slice(startIndex - 1, startIndex - 1 + count), total: meant.length }
}

/** Makes the answer to a listing. */
export const listResponse = (
  startIndex: number,
  total: number,
  resources: readonly Resource[],
): Resource => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Which attributes of resources are wanted. */
export interface WantedAttributes {
  readonly only: ReadonlyMap<string, ReadonlySet<string>> | undefined
  readonly without: ReadonlyMap<string, ReadonlySet<string>>
}

/** Reads `attributes`, and `excludedAttributes` where there are none. */
export function readSelection(query: Query): WantedAttributes {
  const only = namesAt(query.attributes)
  return {
    only: only.size === 0 ? undefined : only,
    without: only.size === 0 ? namesAt(query.excludedAttributes) : new Map(),
  }
}

/** Attributes by name with the parts that are named of each; no parts mean all of it. */
function namesAt(text = ''): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const one of text.split(',')) {
    if (one.trim() === '') continue
    const { attribute, sub } = parsePath(one)
    const parts = names.get(attribute) ?? new Set()
    if (sub !== undefined) parts.add(sub)
    names.set(attribute, parts)
  }
  return names
}

/** Tells whether an attribute, named in small letters, is wanted. */
export const isWanted = ({ only, without }: WantedAttributes, attribute: string): boolean =>
  only ? only.has(attribute) : !(without.get(attribute)?.size === 0)

/** A resource with the wanted attributes. Its id and schemas are always wanted. */
export function selected(resource: Resource, selection: WantedAttributes): Resource {
  const { only, without } = selection
  if (!only && without.size === 0) return resource
  const entries = Object.entries(resource).flatMap(([name, value]) => {
    const key = name.toLowerCase()
    if (key === 'id' || key === 'schemas') return [[name, value]]
    if (!isWanted(selection, key)) return []
    const parts = (only ?? without).get(key)
    if (!parts || parts.size === 0) return [[name, value]]
    return [[name, withParts(value, (part) => parts.has(part) === (only !== undefined))]]
  })
  return Object.fromEntries(entries) as Resource
}

function withParts(value: unknown, isKept: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => withParts(entry, isKept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name.toLowerCase())))
}
