import { compileLinkifiers } from '@tagma/markdown/linkifier.ts'
import { expect, test } from 'vitest'
import { linksIn } from './links-in.ts'

test('the earlier of two linkifiers wins, and links come in the order of the text', () => {
  const linkifiers = compileLinkifiers([
    { pattern: 'T(?P<id>[0-9]+)', urlTemplate: 'https://tasks.example/{id}' },
    { pattern: '(?P<word>[A-Z][0-9])', urlTemplate: 'https://words.example/{word}' },
  ])
  expect(linksIn('See B2, then T4.', linkifiers)).toEqual([
    { start: 4, text: 'B2', url: 'https://words.example/B2', isSafe: true },
    { start: 13, text: 'T4', url: 'https://tasks.example/4', isSafe: true },
  ])
})

test('an address that would run a script is no link', () => {
  const linkifiers = compileLinkifiers([
    { pattern: 'run-(?P<code>[a-z]+)', urlTemplate: 'javascript:{code}' },
  ])
  expect(linksIn('run-it', linkifiers)).toEqual([
    { start: 0, text: 'run-it', url: 'javascript:it', isSafe: false },
  ])
})
