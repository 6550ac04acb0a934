import { isResource, matchesFilter, type Resource, valueNamed } from './matches-filter.ts'
import { type AttributePath, type Filter, parsePath } from './parse-filter.ts'
import { invalid } from './scim-problem.ts'

/**
 * Applies PATCH to a resource (RFC 7644, 3.5.2), in the forms in which Okta and Entra send it:
 * - Operations in any case, without a path, or with paths as keys of the value.
 * - Removing from a list the entries that the value names, not all of it.
 * - Changing an entry of a list that is not there yet.
 * Attributes that are not in `shapes` are accepted and not kept.
 */

/** Forms of attributes: `read-only` ones stay as they are, `fixed` ones may be sent only as they are. */
export type Shape = 'simple' | 'complex' | 'list' | 'read-only' | 'fixed'

/** Canonical names and forms of a resource's attributes, by their names in small letters. */
export type Shapes = ReadonlyMap<string, { readonly name: string; readonly shape: Shape }>

/** Makes shapes of canonical names. */
export const shapesOf = (attributes: Readonly<Record<string, Shape>>): Shapes =>
  new Map(Object.entries(attributes).map(([name, shape]) => [name.toLowerCase(), { name, shape }]))

interface Entry {
  readonly value: string
  readonly type?: unknown
  readonly primary?: unknown
}

type Operation = 'add' | 'replace' | 'remove'

const mostOperations = 1000

/** Returns the resource as it is after a PATCH. */
export function patchResource(resource: Resource, body: Resource, shapes: Shapes): Resource {
  const operations = valueNamed(body, 'operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalid('invalidSyntax', 'Send a list of "Operations".')
  if (operations.length > mostOperations)
    throw invalid('tooMany', `Send at most ${mostOperations} operations at once.`)
  const draft: Record<string, unknown> = { ...resource }
  for (const operation of operations as unknown[]) {
    if (!isResource(operation)) throw invalid('invalidSyntax', 'An operation is an object.')
    const op = operationOf(valueNamed(operation, 'op'))
    const path = valueNamed(operation, 'path') ?? ''
    const value = valueNamed(operation, 'value')
    if (typeof path !== 'string') throw invalid('invalidPath', 'A path is a text.')
    if (path !== '') change(draft, shapes, { op, path: parsePath(path), value })
    else if (op === 'remove') throw invalid('noTarget', 'Say by "path" what to remove.')
    else if (isResource(value)) spread(draft, shapes, op, value)
    else throw invalid('invalidValue', 'Without a path, the value is an object of attributes.')
  }
  return draft
}

/** Reads a resource that a client sent whole. `id` is the one that it has, if any. */
export function readSentResource(body: Resource, shapes: Shapes, id?: string): Resource {
  const draft: Record<string, unknown> = id === undefined ? {} : { id }
  spread(draft, shapes, 'replace', body)
  return draft
}

/** Takes the keys of an object as paths. */
function spread(draft: Record<string, unknown>, shapes: Shapes, op: 'add' | 'replace', from: Resource): void {
  for (const [name, value] of Object.entries(from))
    change(draft, shapes, { op, path: parsePath(name), value })
}

function operationOf(op: unknown): Operation {
  const name = typeof op === 'string' ? op.toLowerCase() : ''
  if (name === 'add' || name === 'replace' || name === 'remove') return name
  throw invalid('invalidSyntax', 'An operation has "op": add, replace or remove.')
}

interface Change {
  readonly op: Operation
  readonly path: AttributePath
  readonly value: unknown
}

function change(draft: Record<string, unknown>, shapes: Shapes, { op, path, value }: Change): void {
  const known = shapes.get(path.attribute)
  if (!known) return
  const { name, shape } = known
  // SCIM takes null for "has none".
  const isGone = op === 'remove' || value === null
  switch (shape) {
    case 'read-only':
      return
    case 'fixed':
      if (draft[name] !== undefined && (isGone || value !== draft[name]))
        throw invalid('mutability', `The ${name} of a resource does not change.`)
      return
    case 'simple':
      if (isGone) delete draft[name]
      else draft[name] = value
      return
    case 'complex':
      draft[name] = changedParts(draft[name], path.sub, isGone ? undefined : value)
      return
    case 'list': {
      const list = (draft[name] ?? []) as readonly Entry[]
      draft[name] = path.filter
        ? changedEntries(list, { op, path, value }, path.filter)
        : changedList(list, { op, path, value })
    }
  }
}

/** A complex attribute after a change; a part that is not named stays. */
function changedParts(before: unknown, part: string | undefined, value: unknown): Resource | undefined {
  const parts = new Map(
    Object.entries(isResource(before) ? before : {}).map(([name, held]) => [name.toLowerCase(), held]),
  )
  if (part !== undefined) {
    if (value === undefined) parts.delete(part)
    else parts.set(part, value)
  } else if (value === undefined) return undefined
  else if (isResource(value))
    for (const [name, held] of Object.entries(value)) parts.set(name.toLowerCase(), held)
  else throw invalid('invalidValue', 'The value of this attribute is an object.')
  return Object.fromEntries(parts)
}

function changedList(list: readonly Entry[], { op, path, value }: Change): readonly Entry[] {
  if (path.sub !== undefined) {
    if (op === 'remove' || list.length > 0) return changedEntries(list, { op, path, value })
    return entriesOf(value)
  }
  if (op === 'remove' && (value === undefined || value === null)) return []
  const entries = value === null ? [] : entriesOf(value)
  if (op === 'replace') return unique(entries)
  if (op === 'add') return unique([...list, ...entries])
  const gone = new Set(entries.map((entry) => entry.value))
  return list.filter((entry) => !gone.has(entry.value))
}

/** A list after a change of the entries that a filter means. Without such an entry, the filter makes one. */
function changedEntries(
  list: readonly Entry[],
  { op, path, value }: Change,
  filter?: Filter,
): readonly Entry[] {
  const isMeant = filter ? meaning(filter) : () => true
  if (op === 'remove' && (path.sub === undefined || path.sub === 'value'))
    return list.filter((entry) => !isMeant(entry))
  const part = path.sub
  const changes = part === undefined ? (isResource(value) ? value : { value }) : { [part]: value }
  if (op === 'remove') return list
  if (!list.some(isMeant)) return unique([...list, ...entriesOf([{ ...equalities(filter), ...changes }])])
  return unique(list.flatMap((entry) => (isMeant(entry) ? entriesOf([{ ...entry, ...changes }]) : [entry])))
}

/** Okta removes members one by one, each by its value: that is asked thousands of times. */
function meaning(filter: Filter): (entry: Entry) => boolean {
  if (filter.kind === 'compare' && filter.operator === 'eq' && filter.path.attribute === 'value') {
    const value = String(filter.value)
    return (entry) => entry.value === value
  }
  return (entry) => matchesFilter(filter, { ...entry })
}

/** Attributes that a filter demands to be equal to something. */
function equalities(filter: Filter | undefined): Resource {
  if (filter?.kind === 'and') return Object.assign({}, ...filter.parts.map(equalities)) as Resource
  return filter?.kind === 'compare' && filter.operator === 'eq' && filter.path.attribute !== '__proto__'
    ? { [filter.path.attribute]: filter.value }
    : {}
}

/** Reads entries of a list: objects with a value, or values alone. */
function entriesOf(value: unknown): Entry[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map((entry) => {
    const named = isResource(entry) ? valueNamed(entry, 'value') : entry
    if (typeof named !== 'string' && typeof named !== 'number')
      throw invalid('invalidValue', 'An entry of a list has a "value", which is a text.')
    const type = isResource(entry) ? valueNamed(entry, 'type') : undefined
    const primary = isResource(entry) ? valueNamed(entry, 'primary') : undefined
    return {
      value: String(named),
      ...(type === undefined ? {} : { type }),
      ...(primary === undefined ? {} : { primary }),
    }
  })
}

const unique = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.value, entry])).values(),
]
