import type { Endpoint, Parameter } from '@tagma/contract/define.ts'

const heading = '// Made by `npm run golden` from the endpoints; do not edit.\n\n'

/**
 * Makes the texts of wire.ts and of a file for each area: how each endpoint is called, without its schemas and texts. A page
 * loads an area's file with its first part that calls one of its endpoints.
 */
export function wireTables(
  endpoints: Readonly<Record<string, Endpoint>>,
  areaOf: (id: string) => string,
): Record<string, string> {
  const areas = Map.groupBy(Object.entries(endpoints), ([, { id }]) => areaOf(id))
  const names = [...areas.keys()].toSorted()
  const folder = 'packages/contract/src/wire'
  return {
    [`${folder}.ts`]: `${heading}${names.map((name) => `export * from './wire/${name}.ts'\n`).join('')}`,
    ...Object.fromEntries(
      [...areas].map(([name, entries]) => [`${folder}/${name}.ts`, areaTable(Object.fromEntries(entries))]),
    ),
  }
}

function areaTable(endpoints: Readonly<Record<string, Endpoint>>): string {
  const used = new Set<string>()
  const entries = Object.entries(endpoints).map(([name, { method, path, params }]) => {
    const encodings = Object.entries(params).map(([key, parameter]) => {
      const constant = constantOf(parameter)
      used.add(constant)
      return `${key}: ${constant}`
    })
    const fields = encodings.length === 0 ? '{}' : `{ ${encodings.join(', ')} }`
    return `export const ${name}: Entry<'${name}'> = { method: '${method}', path: '${path}', params: ${fields} }\n`
  })
  const constants = [...used].toSorted().join(', ')
  return `${heading}import type { endpoints } from '../endpoints.ts'
import type { WireEntry } from '../wire-entry.ts'
${constants === '' ? '' : `import { ${constants} } from '../wire-parameters.ts'\n`}
/** How an endpoint is called, by operation id in camel case. Small enough for a browser: it holds no schema. */
type Entry<K extends keyof typeof endpoints> = WireEntry<(typeof endpoints)[K]>

${entries.join('')}`
}

const constants = {
  text: 'text',
  json: 'json',
  either: 'either',
  path: 'inPath',
  upload: 'upload',
  body: 'body',
} as const

const constantOf = ({ encoding, takesRest }: Parameter) => (takesRest ? 'restOfPath' : constants[encoding])
