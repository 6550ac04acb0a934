import type { Endpoint } from '@tagma/contract/define.ts'
import fc from 'fast-check'

/** A request that nobody would send on purpose. */
export interface HostileCall {
  readonly id: string
  readonly method: Endpoint['method']
  /** The path below `/api/v1`, with its query. */
  readonly path: string
  readonly payload: { readonly type: string; readonly body: string | Buffer } | undefined
}

/** Text with parts that have a meaning somewhere. */
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '"\0"',
    '-1',
    '0',
    '1e99',
    '0x1',
    'NaN',
    '%',
    '\\',
  ),
  fc.constantFrom(
    '\ud800',
    '\u202e',
    '../..',
    "' or 1=1 --",
    '\r\nX: y',
    '𐍈'.repeat(400),
    'x'.repeat(70_000),
  ),
)
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(-1, 0, 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.5, 50_001, 2001, 1001),
)
export const value = fc.oneof(
  text,
  number.map(String),
  fc.json({ maxDepth: 3 }),
  fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json)),
  fc.array(number, { maxLength: 5 }).map((list) => JSON.stringify(list)),
)

export const fields = (entries: readonly (readonly [string, string])[]) =>
  entries
    .map(
      ([name, given]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(given.toWellFormed())}`,
    )
    .join('&')

/** Calls of an endpoint: some parameters right, some wrong, some missing, and a few undeclared ones. */
export const hostileCall = (endpoint: Endpoint): fc.Arbitrary<HostileCall> =>
  fc
    .record({
      given: fc.tuple(
        ...Object.entries(endpoint.params).map(([name, parameter]) =>
          fc
            .oneof(
              { weight: 3, arbitrary: fc.constant(written(endpoint.example.request[name])) },
              { weight: 3, arbitrary: value.map((garbage): string | undefined => garbage) },
              { weight: parameter.encoding === 'path' ? 0 : 1, arbitrary: fc.constant(undefined) },
            )
            .map((garbage) => [name, garbage] as const),
        ),
      ),
      more: fc.array(fc.tuple(text, value), { maxLength: 2 }),
      encoding: fc.constantFrom('form', 'form', 'form', 'multipart', 'bytes'),
      bytes: fc.uint8Array({ maxLength: 200 }),
    })
    .map(({ given, more, encoding, bytes }) => {
      const named = new Map(given)
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent((named.get(name) || '7').toWellFormed())
          .replaceAll('.', '%2E')
          .slice(0, 4000),
      )
      const form: [string, string][] = []
      for (const [name, garbage] of [...given, ...more])
        if (garbage !== undefined && endpoint.params[name]?.encoding !== 'path') form.push([name, garbage])
      const { id, method } = endpoint
      if (method === 'GET')
        return { id, method, path: `${path}?${fields(form).slice(0, 8000)}`, payload: undefined }
      const boundary = 'x'.repeat(8)
      const payloads = {
        form: { type: 'application/x-www-form-urlencoded', body: fields(form) },
        multipart: {
          type: `multipart/form-data; boundary=${boundary}`,
          body: Buffer.concat([
            Buffer.from(
              form.map(([name, garbage]) => part(boundary, name, garbage)).join('') +
                `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="a.png"\r\n\r\n`,
            ),
            bytes,
            Buffer.from(`\r\n--${boundary}--\r\n`),
          ]),
        },
        bytes: { type: 'application/x-www-form-urlencoded', body: Buffer.from(bytes) },
      }
      return { id, method, path, payload: payloads[encoding] }
    })

/** A parameter in the form of a text field. */
const written = (given: unknown): string | undefined =>
  given === undefined || typeof given === 'string' ? given : JSON.stringify(given)

const part = (boundary: string, name: string, given: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"\r\n\r\n${given}\r\n`
