import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileLinkifiers, linkifierProblem } from './linkifier.ts'

function matches(pattern: string, urlTemplate: string, text: string): string[] {
  const [rule] = compileLinkifiers([{ pattern, urlTemplate }]).rules
  return rule!(text).map(({ start, end, url }) => `${text.slice(start, end)} ${url}`)
}

describe('a match', () => {
  test.each([
    ['#12', ['#12 https://t.example/12']],
    ['a #12, (#13) "#14" <#15>', [12, 13, 14, 15].map((id) => `#${id} https://t.example/${id}`)],
    ['#12 #13', ['#12 https://t.example/12', '#13 https://t.example/13']],
    ['x#12 #12x #12é', []],
    ['#12\u3000#13', ['#12 https://t.example/12', '#13 https://t.example/13']],
  ])('in %j', (text, expected) => {
    expect(matches('#(?P<id>[0-9]+)', 'https://t.example/{id}', text)).toEqual(expected)
  })

  test('fills the template by RFC 6570', () => {
    expect(matches('(?P<a>\\w+)/(?P<b>[^ ]+)', 'https://t.example{/a}{?b}', 'x/y&z')).toEqual([
      'x/y&z https://t.example/x?b=y%26z',
    ])
  })

  test('leaves out groups that did not take part', () => {
    expect(matches('T(?P<a>[0-9]+)(?:-(?P<b>[0-9]+))?', 'https://t.example/{a}{#b}', 'T1')).toEqual([
      'T1 https://t.example/1',
    ])
  })
})

describe('what is wrong with a rule', () => {
  test.each([
    ['#(?P<id>[0-9]+)', 'https://t.example/{id}', /^nothing$/],
    ['(?P<id>', 'https://t.example/{id}', /^Bad regular expression: /],
    ['(?=x)(?P<id>y)', 'https://t.example/{id}', /^Bad regular expression: /],
    ['(a{1000}){1000}', 'https://t.example/', /^Bad regular expression: /],
    ['#(?P<id>[0-9]+)', 'https://t.example/{id', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'https://t.example/id}', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'https://t.example/{}', /^Invalid URL template\.$/],
    [
      '#[0-9]+',
      'https://t.example/{id}',
      /^Group 'id' in URL template is not present in linkifier pattern\.$/,
    ],
    [
      '#(?P<id>[0-9]+)',
      'https://t.example/',
      /^Group 'id' in linkifier pattern is not present in URL template\.$/,
    ],
  ])('%s %s', (pattern, urlTemplate, problem) => {
    expect(linkifierProblem({ pattern, urlTemplate }) ?? 'nothing').toMatch(problem)
  })

  test('such a rule is left out', () => {
    expect(compileLinkifiers([{ pattern: '(', urlTemplate: '' }]).rules).toHaveLength(0)
  })
})

test('a pattern made to explode is matched all the same', () => {
  expect(matches('(?P<x>(a+)+)b', 'https://t.example/{x}', `${'a'.repeat(5000)}!`)).toEqual([])
})

test('matches stand in order and do not overlap, for any text', () => {
  const [rule] = compileLinkifiers([{ pattern: '(?P<x>[a-c]+)', urlTemplate: 'https://t.example/{x}' }]).rules
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', ',', '(', 'é', '\n', '1'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (source) => {
      let previous = 0
      for (const { start, end } of rule!(source)) {
        expect(start).toBeGreaterThanOrEqual(previous)
        expect(source.slice(start, end)).toMatch(/^[a-c]+$/)
        previous = end
      }
    }),
  )
})
