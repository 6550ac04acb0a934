import type { AttributePath, Filter, FilterOperator } from './parse-filter.ts'

/** A resource, or a part of one, as JSON. */
export type Resource = Readonly<Record<string, unknown>>

/** Attributes whose letters differ in case. All others are compared without case. */
const exact: ReadonlySet<string> = new Set(['id', 'externalid'])

/** Tells whether a resource is one that the filter means. An attribute that it does not have is equal to nothing. */
export function matchesFilter(filter: Filter, resource: Resource): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, resource))
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, resource))
    case 'not':
      return !matchesFilter(filter.part, resource)
    case 'present':
      return valuesAt(filter.path, resource).length > 0
    case 'compare': {
      const { path, operator, value } = filter
      const values = valuesAt(path, resource)
      if (value === null) return (values.length === 0) === (operator === 'eq')
      if (operator === 'ne') return !values.some((one) => compares('eq', one, value, path.attribute))
      return values.some((one) => compares(operator, one, value, path.attribute))
    }
  }
}

/** Names of the attributes that a filter asks about, in small letters. */
export function attributesOf(filter: Filter): ReadonlySet<string> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return new Set(filter.parts.flatMap((part) => [...attributesOf(part)]))
    case 'not':
      return attributesOf(filter.part)
    case 'present':
    case 'compare':
      return new Set([filter.path.attribute])
  }
}

/** The value of a name, whatever the case of its letters. */
export function valueNamed(resource: Resource, name: string): unknown {
  for (const key of Object.keys(resource)) if (key.toLowerCase() === name) return resource[key]
  return undefined
}

/** Values at a path. The value of an entry of a list is its part `value`, unless another is named. */
function valuesAt({ attribute, filter, sub }: AttributePath, resource: Resource): unknown[] {
  const found = valueNamed(resource, attribute)
  const entries = (Array.isArray(found) ? found : [found]).filter(
    (entry: unknown) => !filter || (isResource(entry) && matchesFilter(filter, entry)),
  )
  const part = sub ?? (Array.isArray(found) ? 'value' : undefined)
  return entries
    .map((entry: unknown) => (part !== undefined && isResource(entry) ? valueNamed(entry, part) : entry))
    .filter((value) => value !== undefined && value !== null)
}

export const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compares(
  operator: Exclude<FilterOperator, 'ne'>,
  actual: unknown,
  expected: string | number | boolean,
  attribute: string,
): boolean {
  const isExact = exact.has(attribute)
  const [a, b] = [actual, expected].map((value) => (isExact ? String(value) : String(value).toLowerCase()))
  if (a === undefined || b === undefined) return false
  switch (operator) {
    case 'eq':
      return a === b
    case 'co':
      return a.includes(b)
    case 'sw':
      return a.startsWith(b)
    case 'ew':
      return a.endsWith(b)
    case 'gt':
      return a > b
    case 'ge':
      return a >= b
    case 'lt':
      return a < b
    case 'le':
      return a <= b
  }
}
