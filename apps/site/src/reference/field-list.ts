import type { Change, Fields, Parameters } from '@tagma/contract/define.ts'
import { fieldsOf, type JsonSchema, jsonSchema, typeInWords } from './json-schema.ts'

interface Listed {
  readonly name: string
  readonly schema: JsonSchema
  /** "required", "optional" or nothing. */
  readonly necessity?: string
  readonly doc: string
  readonly since?: number | undefined
  readonly deprecated?: number | undefined
  readonly changes?: readonly Change[] | undefined
}

/** Writes the parameters of an endpoint as a Markdown list. Objects inside get a list below. */
export function parameterList(params: Parameters, depth: number): string {
  return Object.entries(params)
    .map(([name, { encoding, schema, doc, since, deprecated, changes }]) =>
      item(
        {
          name,
          schema: encoding === 'upload' ? { type: 'file' } : jsonSchema(schema, 'input'),
          necessity: schema.safeParse(undefined).success ? 'optional' : 'required',
          doc: `${doc}${encoding === 'path' ? ' Part of the path.' : ''}`,
          since,
          deprecated,
          changes,
        },
        0,
        depth,
      ),
    )
    .join('\n')
}

/** Writes the fields of an answer or an event as a Markdown list. */
export function fieldList(fields: Fields, depth: number): string {
  return Object.entries(fields)
    .map(([name, schema]) => {
      const described = jsonSchema(schema, 'output')
      return item(
        {
          ...listed(name, described),
          ...(schema.safeParse(undefined).success ? { necessity: 'optional' } : {}),
        },
        0,
        depth,
      )
    })
    .join('\n')
}

const listed = (name: string, schema: JsonSchema): Listed => ({
  name,
  schema,
  doc: schema.description ?? '',
  since: schema['x-since'],
  deprecated: schema['x-deprecated-since'],
  changes: schema['x-changes'],
})

function item(
  { name, schema, necessity, doc, since, deprecated, changes = [] }: Listed,
  level: number,
  depth: number,
): string {
  const isValue = schema.default !== undefined && schema.default !== ''
  const facts = [
    typeInWords(schema).replaceAll('`', ''),
    ...(isValue && JSON.stringify(schema.default).length < 60
      ? [`default ${JSON.stringify(schema.default)}`]
      : necessity === undefined
        ? []
        : [necessity]),
  ]
  const history = [
    ...(deprecated === undefined
      ? []
      : [deprecated > 1 ? `Deprecated since level ${deprecated}.` : 'Deprecated.']),
    ...(since === undefined ? [] : [`Since level ${since}.`]),
    ...changes.map((change) => `Level ${change.level}: ${change.text}`),
  ]
  const indent = '  '.repeat(level)
  const lines = [
    `${indent}- \`${name}\` *(${facts.join(', ').replaceAll('*', '')})* ${[doc.replaceAll(/\s*\n\s*/g, ' '), ...history].filter(Boolean).join(' ')}`.trimEnd(),
  ]
  if (level < depth) {
    for (const field of fieldsOf(schema))
      lines.push(
        item(
          { ...listed(field.name, field.schema), ...(field.isRequired ? {} : { necessity: 'optional' }) },
          level + 1,
          depth,
        ),
      )
  }
  return lines.join('\n')
}
