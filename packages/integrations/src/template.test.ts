import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { json } from './json.ts'
import { run } from './run.ts'
import { type HookTemplate, templated, templateProblem } from './template.ts'

const none: HookTemplate = { topic: '', content: '', when: '', event: '' }
const read = (template: Partial<HookTemplate>, payload: unknown, query: Record<string, string> = {}) =>
  run(templated(json, { ...none, ...template }), { payload, header: () => undefined, query })
const contentOf = (content: string, payload: unknown) => {
  const found = read({ content }, payload)
  return found.kind === 'posts' ? found.posts[0]?.content : found
}

test('a template makes topic and content of a payload', () => {
  const template = {
    topic: 'Build {{ build.number }}',
    content:
      '{{ build.status | upcase }} on {{ payload.branch }}{% for who in build.people %}, {{ who }}{% endfor %}',
    event: '{{ build.status }}',
  }
  const payload = { branch: 'main', build: { number: 7, status: 'failed', people: ['Iris', 'Otto'] } }
  expect(read(template, payload)).toEqual({
    kind: 'posts',
    posts: [{ topic: 'Build 7', content: 'FAILED on main, Iris, Otto', event: 'failed' }],
  })
  expect(read(template, payload, { exclude_events: '["fail*"]' })).toEqual({ kind: 'posts', posts: [] })
})

test('nothing is posted unless `when` is true, and where no content comes out', () => {
  const when = "{% if state == 'down' %}true{% endif %}"
  expect(read({ when, content: 'Down' }, { state: 'down' })).toMatchObject({ posts: [{ content: 'Down' }] })
  expect(read({ when, content: 'Down' }, { state: 'up' })).toEqual({ kind: 'posts', posts: [] })
  expect(read({ content: '{{ missing }}' }, {})).toEqual({ kind: 'posts', posts: [] })
})

test.each([
  ['{{ text | quote }}', '~~~~ quote\n~~~\nout\n~~~~'],
  ["{{ text | code: 'ts' }}", '```ts\n~~~\nout\n```'],
  ["{{ 'a [b] c' | link: 'https://x.example/(1)' }}", '[a  b  c](https://x.example/%281%29)'],
  ["{{ 'a' | link: 'javascript:alert(1)' }}", 'a'],
  ['{{ at | time }}', '<time:2026-01-05T09:00:00.000Z>'],
  ['{{ seconds | time }}', '<time:2026-01-05T09:00:00.000Z>'],
  ["{{ 'soon' | time }}", 'soon'],
  ['@**all** {{ text | size }}', '@_**all** 7'],
])('%s becomes %j', (content, expected) => {
  const payload = { text: '~~~\nout', at: '2026-01-05T10:00:00+01:00', seconds: 1_767_603_600 }
  expect(contentOf(content, payload)).toBe(expected)
})

test.each([
  ['a loop without an end', '{% for i in (1..100000000) %}{{ i }}{% endfor %}'],
  [
    'a text that doubles',
    "{% assign x = 'aaaaaaaaaa' %}{% for i in (1..99) %}{% assign x = x | append: x %}{% endfor %}{{ x }}",
  ],
  [
    'loops in loops',
    '{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}x',
  ],
  ['a file', "{% include '/etc/passwd' %}"],
  ['a file to render', "{% render 'package.json' %}"],
])('%s is a problem of the template', (_, content) => {
  const begun = process.threadCpuUsage()
  const payload = { list: Array.from({ length: 10_000 }, (_each, index) => index) }
  expect(read({ content }, payload)).toMatchObject({
    kind: 'unusable',
    reason: expect.stringMatching(/^The template cannot be rendered: content: /),
  })
  // Microseconds of work: ten times the limit, because the machine may be slow while others use its caches.
  const { user, system } = process.threadCpuUsage(begun)
  expect(user + system).toBeLessThan(500_000)
})

test('time in which others have the machine is not counted, and work is', () => {
  const each = '{% for i in (1..5) %}{{ i }}{% endfor %}'
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (passed += 1000))
  expect(contentOf(each, {})).toBe('12345')
  clock.mockRestore()
  let worked = 0
  const work = vi
    .spyOn(process, 'threadCpuUsage')
    .mockImplementation(() => ({ user: (worked += 8000), system: (worked += 2000) }))
  expect(contentOf(each, {})).toMatchObject({
    reason: expect.stringContaining('it takes more than 50 milliseconds of work'),
  })
  work.mockRestore()
})

test.each(['constructor', '__proto__', 'payload.constructor.name', 'toString'])('%s is nothing', (path) => {
  expect(contentOf(`[{{ ${path} }}]`, {})).toBe('[]')
})

test.each([
  [{ content: '{{ a' }, /^content: output/],
  [{ topic: '{% if %}' }, /^topic: /],
  [{ when: '{{ a | nothing }}' }, /^when: undefined filter: nothing/],
])('%j is no template', (template, problem) => {
  expect(templateProblem({ ...none, ...template })).toMatch(problem)
})

test('any payload under any words of a template gives posts or a reason, and never a fault', () => {
  const words = fc.constantFrom(
    '{{',
    '}}',
    '{%',
    '%}',
    'for',
    'if',
    ' ',
    'a',
    '|',
    "'",
    'json',
    '.',
    '[',
    'in',
    'x: 1',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), fc.jsonValue(), (source, payload) => {
      expect(['posts', 'unusable']).toContain(read({ content: source.join('') }, payload).kind)
    }),
  )
})
