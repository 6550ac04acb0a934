import type { Endpoint, Parameter } from '@tagma/contract/define.ts'

/**
 * Makes the text of wire.ts: how each endpoint is called, without its schemas and texts. Each is an export of its own, so
 * that a browser loads only those that it calls.
 */
export function wireTable(endpoints: Readonly<Record<string, Endpoint>>): string {
  const entries = Object.entries(endpoints).map(([name, { method, path, params }]) => {
    const encodings = Object.entries(params).map(([key, parameter]) => `${key}: ${constantOf(parameter)}`)
    const fields = encodings.length === 0 ? '{}' : `{ ${encodings.join(', ')} }`
    return `export const ${name}: Entry<'${name}'> = { method: '${method}', path: '${path}', params: ${fields} }\n`
  })
  return `// Made by \`npm run golden\` from the endpoints; do not edit.

import type { endpoints } from './endpoints.ts'
import type { WireEntry, WireParameter } from './wire-entry.ts'

const text: WireParameter = { encoding: 'text' }
const json: WireParameter = { encoding: 'json' }
const either: WireParameter = { encoding: 'either' }
const inPath: WireParameter = { encoding: 'path' }
const restOfPath: WireParameter = { encoding: 'path', takesRest: true }
const upload: WireParameter = { encoding: 'upload' }
const body: WireParameter = { encoding: 'body' }

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
