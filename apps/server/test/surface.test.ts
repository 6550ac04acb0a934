import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from '@tagma/contract/decode.ts'
import type { Endpoint, Fields, UploadedFile } from '@tagma/contract/define.ts'
import { errorCodes } from '@tagma/contract/errors.ts'
import { events } from '@tagma/contract/events.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { handlers } from '#areas/tables/handlers.ts'
import { allEndpoints } from '#test/app.ts'

// Rules for every endpoint and event that the contract declares.

const root = join(import.meta.dirname, '../../..')

/** Lists problems of all things; a test expects an empty list. */
const problems = <T>(things: Iterable<T>, find: (thing: T) => Iterable<string>): string[] =>
  [...things].flatMap((thing) => [...find(thing)])

/** Parts of an answer, an event or an object without a description, at any depth. */
function undocumented(fields: Fields): string[] {
  const schema = z.toJSONSchema(z.object(fields), { io: 'output', unrepresentable: 'any', reused: 'inline' })
  return undescribed(schema, '')
}

function undescribed(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((part) => undescribed(part, place))
  const { properties = {}, ...others } = schema as Record<string, unknown>
  return [
    ...Object.entries(properties as Record<string, Record<string, unknown>>).flatMap(([name, property]) => [
      ...(typeof property.description === 'string' && property.description !== ''
        ? []
        : [`${place}.${name}`]),
      ...undescribed(property, `${place}.${name}`),
    ]),
    ...['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].flatMap((part) =>
      undescribed(others[part], place),
    ),
  ]
}

/** Problems of an example. It may leave out fields at any depth, but must not have undeclared ones. */
function misfits(fields: Fields, example: Readonly<Record<string, unknown>>): string[] {
  const { error } = z.strictObject(fields).safeParse(example, { reportInput: true })
  return (error?.issues ?? []).filter(isMisfit).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

function isMisfit(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return issue.errors.every((branch) => branch.some(isMisfit))
  const isMissing =
    (issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union') &&
    issue.input === undefined
  return !isMissing
}

const isSentence = (text: string) => /^[\p{Lu}\p{N}`“(/@:].*[.:]\)?$/su.test(text)

test('every endpoint describes its purpose and its parameters', () => {
  expect(
    problems(allEndpoints, function* ({ id, summary, doc, params, errors = [] }) {
      if (!isSentence(summary) || summary.includes('\n')) yield `${id}: summary`
      if (doc !== undefined && !isSentence(doc)) yield `${id}: doc`
      for (const [name, parameter] of Object.entries(params))
        if (!isSentence(parameter.doc)) yield `${id}: ${name}`
      for (const { code, when } of errors) {
        if (!(code in errorCodes)) yield `${id}: unknown error ${code}`
        if (!isSentence(when)) yield `${id}: ${code}`
      }
      const kinds = new Set(errors.map(({ code, status }) => `${code} ${status}`))
      if (kinds.size < errors.length) yield `${id}: an error declared twice`
    }),
  ).toEqual([])
})

test('paths name exactly the parameters declared to be in them, each once', () => {
  expect(
    problems(allEndpoints, function* ({ id, path, params }) {
      const inPath = Object.keys(params).filter((name) => params[name]?.encoding === 'path')
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
      if (named.toSorted().join() !== inPath.toSorted().join()) yield id
    }),
  ).toEqual([])
  const routes = allEndpoints.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(routes.length)
  expect(new Set(allEndpoints.map(({ id }) => id)).size).toBe(routes.length)
})

test('every field of every answer and every event is documented', () => {
  expect(
    problems(allEndpoints, ({ id, returns }) => undocumented(returns).map((place) => `${id}${place}`)),
  ).toEqual([])
  expect(
    problems(events, (event) => [
      ...undocumented(event.fields).map((place) => `${event.type}/${event.op ?? ''}${place}`),
      ...(isSentence(event.doc) ? [] : [`${event.type}/${event.op ?? ''}: doc`]),
    ]),
  ).toEqual([])
})

test('every example fits the declaration of its arguments and answers', () => {
  expect(
    problems(allEndpoints, function* (endpoint: Endpoint) {
      const { id, params, returns, example } = endpoint
      for (const name of Object.keys(example.request)) if (!(name in params)) yield `${id}: takes no ${name}`
      const path: Record<string, string> = {}
      const form: Record<string, string> = {}
      for (const [name, { encoding }] of Object.entries(params)) {
        const value = example.request[name]
        if (value === undefined) continue
        const raw = typeof value === 'string' ? value : JSON.stringify(value)
        if (encoding === 'path') path[name] = raw
        else form[name] = encoding === 'json' ? JSON.stringify(value) : raw
      }
      const hasFile = Object.values(params).some(({ encoding }) => encoding === 'upload')
      const decoded = decode(endpoint, { path, form, files: hasFile ? [{} as UploadedFile] : [] })
      if (!decoded.ok) yield `${id}: ${decoded.failure.message}`
      for (const problem of misfits(returns, example.response)) yield `${id}: ${problem}`
    }),
  ).toEqual([])
  expect(
    problems(events, function* (event) {
      const { type, op, id, ...fields } = event.example as Record<string, unknown>
      const name = `${event.type}/${event.op ?? ''}`
      if (type !== event.type || op !== event.op) yield `${name}: the example is another event`
      if (id !== undefined && !Number.isSafeInteger(id)) yield `${name}: id`
      const declared = 'op' in event.fields ? { ...fields, op } : fields
      for (const problem of misfits(event.fields, declared)) yield `${name}: ${problem}`
    }),
  ).toEqual([])
})

test('every endpoint has its handler', () => {
  const handled = Object.values(handlers).map(({ endpoint }) => endpoint)
  expect(allEndpoints.filter((endpoint) => !handled.includes(endpoint)).map(({ id }) => id)).toEqual([])
  expect(handled).toHaveLength(allEndpoints.length)
})

test('every endpoint has a test beside its handler, or one that calls it', () => {
  const files = globSync('{apps,packages}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  const beside = new Set(files.map((file) => /areas\/[^/]+\/endpoints\/([^/]+)\.test\.ts$/.exec(file)?.[1]))
  const imports = files
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/contract\/endpoints\/[^/']+\/([^/']+)\.ts'/g)])
  const called = new Set(imports.map((match) => match[1]))
  expect(allEndpoints.map(({ id }) => id).filter((id) => !beside.has(id) && !called.has(id))).toEqual([])
})
