import * as z from 'zod'

interface Change {
  readonly level: number
  readonly text: string
}

/** The parts of JSON Schema that zod writes for the contract. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly deprecated?: boolean
  readonly 'x-since'?: number
  readonly 'x-deprecated-since'?: number
  readonly 'x-changes'?: readonly Change[]
}

/** Writes the schema as JSON Schema without references. `io` says whether callers send it or receive it. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as JsonSchema
}

const branches = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf ?? []

const isEmpty = (schema: JsonSchema | false | undefined): boolean =>
  !schema || !['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((key) => key in schema)

/** Names a type: "list of integers", "string or null", "`idle` or `active`". */
export function typeInWords(schema: JsonSchema, isPlural = false): string {
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return listed(schema.enum.map(literal))
  if (schema.allOf?.[0]) return typeInWords(schema.allOf[0], isPlural)
  const several = branches(schema)
  if (several.length > 0) return listed([...new Set(several.map((branch) => typeInWords(branch, isPlural)))])
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return listed(types.map((type) => typeInWords({ ...schema, type }, isPlural)))
  const many = (word: string) => (isPlural ? `${word}s` : word)
  switch (types[0]) {
    case 'array': {
      if (schema.prefixItems)
        return `${many('list')} of ${schema.prefixItems.map((item) => typeInWords(item)).join(' and ')}`
      if (isEmpty(schema.items)) return many('list')
      return `${many('list')} of ${typeInWords(schema.items as JsonSchema, true)}`
    }
    case 'object': {
      const { additionalProperties: values, properties } = schema
      if (!properties && typeof values === 'object' && !isEmpty(values))
        return `${many('object')} of ${typeInWords(values, true)}`
      return many('object')
    }
    case 'null':
      return 'null'
    case undefined:
      return 'any value'
    default:
      return many(types[0])
  }
}

const literal = (value: unknown): string =>
  value === null ? 'null' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`
}

/** Returns the fields of an object, also of one in a list, in a map or beside null. */
export function fieldsOf(
  schema: JsonSchema,
): readonly { name: string; schema: JsonSchema; isRequired: boolean }[] {
  if (schema.properties) {
    return Object.entries(schema.properties).map(([name, field]) => ({
      name,
      schema: field,
      isRequired: schema.required?.includes(name) ?? false,
    }))
  }
  const inside = [
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...branches(schema),
    ...(schema.allOf ?? []),
  ]
  for (const part of inside) {
    const fields = fieldsOf(part)
    if (fields.length > 0) return fields
  }
  return []
}
