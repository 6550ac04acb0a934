import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reverseLinkifierProblem } from './reverse-linkifier.ts'

const issue = {
  pattern: '(?P<repository>[a-z]+)#(?P<id>[0-9]+)',
  reverseTemplate: '{repository}#{id}',
  exampleInput: 'tagma#12',
  alternativeUrlTemplates: ['https://forge.example.com/{repository}/changes/{id}'],
}

test('a reverse template that rebuilds its example is right', () => {
  expect(reverseLinkifierProblem(issue)).toBeNull()
  expect(reverseLinkifierProblem({ ...issue, reverseTemplate: null, exampleInput: null })).toBeNull()
  expect(
    reverseLinkifierProblem({
      pattern: String.raw`\{(?P<id>[0-9]+)\}`,
      reverseTemplate: '{{{id}}}',
      exampleInput: '{7}',
      alternativeUrlTemplates: [],
    }),
  ).toBeNull()
})

test.each([
  [{ exampleInput: null }, 'A reverse template needs an example input.'],
  [{ exampleInput: 'nothing' }, 'Example input does not match the linkifier pattern.'],
  [{ exampleInput: 'see tagma#12' }, 'Example input does not match the linkifier pattern.'],
  [
    { reverseTemplate: '{id}#{repository}' },
    'The reverse template does not rebuild the example input: it gives "12#tagma".',
  ],
  [
    { reverseTemplate: '{owner}#{id}' },
    "Group 'owner' in reverse template is not present in linkifier pattern.",
  ],
  [
    { reverseTemplate: '{repository#{id}' },
    'Invalid reverse template: write {name} for a group, and {{ or }} for a brace itself.',
  ],
  [
    { alternativeUrlTemplates: ['https://example.com/{owner}'] },
    "Group 'owner' in alternative URL template is not present in linkifier pattern.",
  ],
  [
    { alternativeUrlTemplates: ['https://example.com/{id'] },
    'Invalid alternative URL template: https://example.com/{id',
  ],
])('%j is refused', (change, problem) => {
  expect(reverseLinkifierProblem({ ...issue, ...change })).toBe(problem)
})

test('any text can stand around the groups, when its braces are doubled', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (before, after, id) => {
      // The pattern accepts anything; the test is that the template gives the text back.
      const quoted = (text: string) => text.replaceAll(/[{}]/g, '$&$&')
      const literal = (text: string) =>
        text.replaceAll(
          /[^A-Za-z0-9]/gu,
          (character) => String.raw`\x{${character.codePointAt(0)?.toString(16)}}`,
        )
      expect(
        reverseLinkifierProblem({
          pattern: `${literal(before)}(?P<id>[0-9]+)${literal(after)}`,
          reverseTemplate: `${quoted(before)}{id}${quoted(after)}`,
          exampleInput: `${before}${id}${after}`,
          alternativeUrlTemplates: [],
        }),
      ).toBeNull()
    }),
  )
})
