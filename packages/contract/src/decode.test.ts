import { expect, test } from 'vitest'
import * as z from 'zod'
import { decode, decodeValues } from './decode.ts'
import { either, endpoint, inPath, json, text } from './define.ts'
import { getSubscriptions } from './endpoints/channels/get-subscriptions.ts'
import { registerQueue } from './endpoints/events/register-queue.ts'
import { name } from './primitives.ts'

const sample = endpoint({
  id: 'sample',
  method: 'POST',
  path: '/things/{thing_id}',
  role: 'guest',
  scope: 'messages:read',
  summary: 'A sample.',
  params: {
    thing_id: inPath(z.int(), 'Id.'),
    title: text(name(10), 'A title.'),
    count: json(z.int().default(3), 'A number.'),
    ids: json(z.array(z.int()).optional(), 'Some ids.'),
    limit: json(z.int().nullable().default(7), 'A number or null.'),
    role: json(z.int().default(400), 'A number, never null.', { refusesNull: true }),
    value: either(z.union([z.boolean(), z.string()]).optional(), 'A text or a truth value.'),
    things: json(z.array(z.object({ name: z.string() })).optional(), 'Things.'),
  },
  returns: {},
  example: { request: {}, response: {} },
})

const run = (form: Record<string, string>, path: Record<string, string> = { thing_id: '5' }) =>
  decode(sample, { path, form })

test('raw strings, JSON and parts of the path are told apart', () => {
  expect(run({ title: ' Colors ', count: '4', ids: '[1,2]', value: 'true' })).toEqual({
    ok: true,
    args: {
      thing_id: 5,
      title: 'Colors',
      count: 4,
      ids: [1, 2],
      limit: 7,
      role: 400,
      value: true,
      things: undefined,
    },
    ignored: [],
  })
  expect(run({ title: '[1]', value: 'plain text' })).toMatchObject({
    ok: true,
    args: { title: '[1]', value: 'plain text', count: 3 },
  })
})

test.each([
  ['partial', 'partial'],
  ['"partial"', 'partial'],
  ['true', true],
  ['false', false],
])('include_subscribers=%s is understood wherever it is asked for', (include_subscribers, meant) => {
  const request = { path: {}, form: { include_subscribers } }
  const understood = { ok: true, args: { include_subscribers: meant } }
  expect(decode(registerQueue, request)).toMatchObject(understood)
  expect(decode(getSubscriptions, request)).toMatchObject(understood)
})

test('a character may be escaped as its two halves', () => {
  expect(run({ title: 'x', things: '[{"name":"\\ud83d\\ude00"}]' })).toMatchObject({
    ok: true,
    args: { things: [{ name: '\u{1f600}' }] },
  })
})

test('null stands for "not given", unless null is a value or is refused', () => {
  expect(run({ title: 'x', role: 'null' })).toMatchObject({
    ok: false,
    failure: { code: 'BAD_REQUEST', variable: 'role' },
  })
  expect(run({ title: 'x', ids: 'null', limit: 'null', count: 'null' })).toMatchObject({
    ok: true,
    args: { ids: undefined, limit: null, count: 3 },
  })
})

test('parameters that do not exist are named, and those of the path may be repeated', () => {
  expect(run({ title: 'x', thing_id: '9', colour: 'red' })).toMatchObject({
    ok: true,
    args: { thing_id: 5 },
    ignored: ['colour'],
  })
})

test.each([
  [{}, 'REQUEST_VARIABLE_MISSING', "Missing 'title' argument"],
  [{ title: '  ' }, 'BAD_REQUEST', 'title cannot be blank'],
  [{ title: 'a'.repeat(11) }, 'BAD_REQUEST', 'title is too long (limit: 10 characters)'],
  [{ title: 'a\u0007b' }, 'BAD_REQUEST', 'title contains characters that are not allowed in a name'],
  [{ title: 'x', count: 'many' }, 'REQUEST_VARIABLE_INVALID', 'Argument "count" is not valid JSON.'],
  [
    { title: 'x', things: '[{"name":"a\\ud83d"}]' },
    'REQUEST_VARIABLE_INVALID',
    'Argument "things" is not valid JSON.',
  ],
  [{ title: 'x', count: '"4"' }, 'BAD_REQUEST', 'count is not an integer'],
  [{ title: 'x', ids: '[1,"a"]' }, 'BAD_REQUEST', 'ids[1] is not an integer'],
  [{ title: 'x', ids: '{}' }, 'BAD_REQUEST', 'ids is not a list'],
  [{ title: 'x', things: '[{"name":"a"},{}]' }, 'BAD_REQUEST', 'things[1]["name"] is missing'],
])('%o is refused with %s: %s', (form, code, message) => {
  expect(run(form)).toMatchObject({ ok: false, failure: { code, message } })
})

test('a part of the path with a null byte is refused', () => {
  const emoji = endpoint({ ...sample, path: '/emoji/{name}', params: { name: inPath(z.string(), 'Name.') } })
  const failure = { code: 'BAD_REQUEST', variable: 'name', message: 'name must not contain null bytes' }
  expect(decode(emoji, { path: { name: 'a\0b' }, form: {} })).toEqual({ ok: false, failure })
  expect(decodeValues(emoji, { name: 'a\0b' })).toEqual({ ok: false, failure })
})

test('a part of the path that is no id is refused', () => {
  expect(run({ title: 'x' }, { thing_id: 'seven' })).toMatchObject({
    ok: false,
    failure: { message: 'thing_id is not an integer' },
  })
})

test('emoji count as one character each', () => {
  expect(run({ title: '👩‍🚀'.repeat(3) })).toMatchObject({ ok: true })
  expect(run({ title: '😀'.repeat(10) })).toMatchObject({ ok: true })
  expect(run({ title: '😀'.repeat(11) })).toMatchObject({ ok: false })
})
