import type { Endpoint, Input, OutgoingFile } from '@tagma/contract/define.ts'
import type { WireEntry } from '@tagma/contract/wire-entry.ts'

export interface EncodedRequest {
  readonly method: string
  /** The path below the API's root, with the query. */
  readonly path: string
  readonly body: URLSearchParams | FormData | Blob | undefined
}

/**
 * Encodes arguments as the endpoint declares them: in the path, the query, a form or a multipart body. For programs that
 * send the request themselves, to show the progress of an upload for example.
 */
export function encodeRequest<E extends Endpoint>(
  endpoint: E | WireEntry<E>,
  args: Input<E>,
): EncodedRequest {
  const { method, params }: WireEntry<unknown> = endpoint
  let path: string = endpoint.path
  const fields = new URLSearchParams()
  const files: OutgoingFile[] = []
  let whole: Blob | undefined
  for (const [name, value] of Object.entries(args as Record<string, unknown>)) {
    const parameter = params[name]
    if (value === undefined || !parameter) continue
    switch (parameter.encoding) {
      case 'path':
        path = path.replace(
          `{${name}}`,
          parameter.takesRest
            ? plain(value).split('/').map(encodeURIComponent).join('/')
            : encodeURIComponent(plain(value)),
        )
        break
      case 'upload':
        files.push(...(value as OutgoingFile[]))
        break
      case 'body':
        whole = new Blob([plain(value)], { type: 'application/json' })
        break
      case 'text':
        fields.set(name, plain(value))
        break
      case 'either':
        fields.set(name, typeof value === 'string' ? value : JSON.stringify(value))
        break
      case 'json':
        fields.set(name, JSON.stringify(value))
    }
  }
  if (files.length > 0) {
    const body = new FormData()
    for (const [name, value] of fields) body.set(name, value)
    for (const [index, file] of files.entries()) {
      body.set(`file${index}`, new Blob([file.bytes as BlobPart], { type: file.contentType }), file.filename)
    }
    return { method, path, body }
  }
  if (method === 'GET' || whole)
    return { method, path: fields.size > 0 ? `${path}?${fields}` : path, body: whole }
  return { method, path, body: fields }
}

/** Path parts and raw strings are strings or numbers. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
