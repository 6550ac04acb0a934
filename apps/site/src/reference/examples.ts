import type { Endpoint } from '@tagma/contract/define.ts'

// Makes runnable examples from an endpoint's own example. Values are encoded as the parameters declare. Three variables
// hold the server's address and the caller's credentials, so that readers can copy, paste and run an example.

/** An example request, split into the parts that travel. */
interface Request {
  readonly path: string
  /** Strings are raw; all other values are JSON. */
  readonly fields: readonly (readonly [name: string, value: unknown])[]
  readonly files: readonly string[]
}

/** Stands for the file that an example uploads. */
export const exampleFile = 'picture.png'

function requestOf(endpoint: Endpoint): Request {
  let { path } = endpoint
  const fields: [string, unknown][] = []
  const files: string[] = []
  for (const [name, { encoding }] of Object.entries(endpoint.params)) {
    const value = endpoint.example.request[name]
    if (encoding === 'upload') files.push('file')
    else if (value === undefined) continue
    else if (encoding === 'path')
      path = path.replace(
        `{${name}}`,
        encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)),
      )
    // A string that is declared as JSON travels in quotes.
    else fields.push([name, encoding === 'json' && typeof value === 'string' ? JSON.stringify(value) : value])
  }
  return { path, fields, files }
}

const shellWord = (text: string): string =>
  /^[\w=:@./,+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

export function curlExample(endpoint: Endpoint): string {
  const { path, fields, files } = requestOf(endpoint)
  const { method, role } = endpoint
  const hasBody = fields.length > 0 || files.length > 0
  const flags =
    method === 'GET' ? (hasBody ? ' -G' : '') : method === 'POST' && hasBody ? '' : ` -X ${method}`
  return [
    `curl${flags} "$CHAT_URL/api/v1${path}"`,
    ...(role === 'anyone' ? [] : ['-u "$CHAT_EMAIL:$CHAT_KEY"']),
    ...fields.map(
      ([name, value]) =>
        `${files.length > 0 ? '--form-string' : '--data-urlencode'} ${shellWord(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`,
    ),
    ...files.map((name) => `-F ${name}=@${exampleFile}`),
  ].join(' \\\n  ')
}

/** Writes a value as a literal of TypeScript. */
function typescriptLiteral(value: unknown): string {
  if (typeof value === 'string')
    return value.includes("'")
      ? JSON.stringify(value)
      : `'${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}'`
  if (Array.isArray(value)) return `[${value.map((item) => typescriptLiteral(item)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([name, item]) => `${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${typescriptLiteral(item)}`,
    )
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return JSON.stringify(value)
}

const typescriptField = ([name, value]: readonly [string, unknown]): string => {
  const text =
    typeof value === 'string'
      ? typescriptLiteral(value)
      : typeof value === 'object' && value !== null
        ? `JSON.stringify(${typescriptLiteral(value)})`
        : `'${JSON.stringify(value)}'`
  return `    ${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${text},\n`
}

export function typescriptExample(endpoint: Endpoint): string {
  const { path, fields, files } = requestOf(endpoint)
  const { method, role } = endpoint
  const isAnonymous = role === 'anyone'
  const lines = [`const { CHAT_URL${isAnonymous ? '' : ', CHAT_EMAIL, CHAT_KEY'} } = process.env`]
  const list = fields.map(typescriptField).join('').replaceAll(/^ {2}/gm, '')
  const isQuery = method === 'GET' && fields.length > 0
  if (isQuery) lines.push(`const query = new URLSearchParams({\n${list}})`)
  else if (files.length > 0) {
    lines.push(
      'const body = new FormData()',
      ...fields.map(
        ([name, value]) =>
          `body.set('${name}', ${typescriptLiteral(typeof value === 'string' ? value : JSON.stringify(value))})`,
      ),
      ...files.map((name) => `body.set('${name}', await openAsBlob('${exampleFile}'), '${exampleFile}')`),
    )
    lines.unshift(`import { openAsBlob } from 'node:fs'\n`)
  } else if (fields.length > 0) lines.push(`const body = new URLSearchParams({\n${list}})`)
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',\n`]),
    ...(isAnonymous ? [] : ['  headers: { authorization: `Basic ${btoa(`${CHAT_EMAIL}:${CHAT_KEY}`)}` },\n']),
    ...(!isQuery && (fields.length > 0 || files.length > 0) ? ['  body,\n'] : []),
  ].join('')
  lines.push(
    `const response = await fetch(\`\${CHAT_URL}/api/v1${path}${isQuery ? '?${query}' : ''}\`${options ? `, {\n${options}}` : ''})`,
    'console.log(await response.json())',
  )
  return lines.join('\n')
}

/** Example for an endpoint that takes a session: the browser sends its cookie along. */
export function pageExample(endpoint: Endpoint): string {
  const { path } = requestOf(endpoint)
  const { method } = endpoint
  const options = method === 'GET' ? '' : `, { method: '${method}' }`
  return `const response = await fetch('/json${path}'${options})\nconsole.log(await response.json())`
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

export function pythonExample(endpoint: Endpoint): string {
  const { path, fields, files } = requestOf(endpoint)
  const { method, role } = endpoint
  const needsJson = fields.some(([, value]) => typeof value === 'object' && value !== null)
  const list = fields
    .map(([name, value]) => {
      const text =
        typeof value === 'string'
          ? JSON.stringify(value)
          : typeof value === 'object' && value !== null
            ? `json.dumps(${pythonLiteral(value)})`
            : `"${JSON.stringify(value)}"`
      return `        "${name}": ${text},\n`
    })
    .join('')
  const parts = [
    `    os.environ["CHAT_URL"] + "/api/v1${path}",\n`,
    ...(role === 'anyone' ? [] : ['    auth=(os.environ["CHAT_EMAIL"], os.environ["CHAT_KEY"]),\n']),
    ...(list ? [`    ${method === 'GET' ? 'params' : 'data'}={\n${list}    },\n`] : []),
    ...files.map((name) => `    files={"${name}": open("${exampleFile}", "rb")},\n`),
  ].join('')
  return `${needsJson ? 'import json\n' : ''}import os

import requests

response = requests.${method.toLowerCase()}(
${parts})
print(response.json())`
}
