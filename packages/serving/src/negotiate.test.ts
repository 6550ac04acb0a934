import { expect, test } from 'vitest'
import { preferredCoding, preferredForm, preferredLanguages } from './negotiate.ts'

test.each([
  ['', 'html'],
  ['*/*', 'html'],
  ['text/*', 'html'],
  ['text/html', 'html'],
  ['text/markdown', 'markdown'],
  ['TEXT/Markdown; charset=utf-8', 'markdown'],
  ['text/markdown;q=0', 'html'],
  ['text/markdown;q=0.0, */*;q=0.1', 'html'],
  ['text/markdown, text/html', 'markdown'],
  ['text/html, text/markdown', 'markdown'],
  ['text/markdown;q=0.5, text/html;q=0.8', 'html'],
  ['text/markdown;q=0.9, text/html;q=0.8', 'markdown'],
  ['text/markdown;q=0.5, */*', 'html'],
  ['text/markdown;q=0.5, */*;q=0.4', 'markdown'],
  ['text/markdown;q=0.5, text/*;q=0.4, */*;q=1', 'markdown'],
  ['text/html;q=0, */*', 'html'],
  ['text/markdown;q=oops', 'html'],
  ['text/markdown;q=7', 'html'],
  ['text/markdown;note="a,b;q=0";q=0.3', 'markdown'],
  ['image/png', 'html'],
  [',,;;q=1,', 'html'],
  ['text/markdown,'.repeat(2000), 'markdown'],
])('a page for Accept: %j is %s', (accept, form) => {
  expect(preferredForm(accept, ['html', 'markdown'])).toBe(form)
})

test('an error may also be JSON, for those who name it', () => {
  const offered = ['html', 'markdown', 'json'] as const
  expect(preferredForm('application/json', offered)).toBe('json')
  expect(preferredForm('application/json;q=0.5, text/html', offered)).toBe('html')
  expect(preferredForm('application/json, text/markdown;q=0.9', offered)).toBe('json')
  expect(preferredForm('*/*', offered)).toBe('html')
})

test.each([
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['deflate', 'identity'],
  ['*', 'identity'],
])('the coding for %s is %s', (header, coding) => {
  expect(preferredCoding(header)).toBe(coding)
})

test('among codings that the client likes equally, the first one offered wins', () => {
  expect(preferredCoding('gzip, deflate, br, zstd', ['zstd', 'br', 'gzip'])).toBe('zstd')
  expect(preferredCoding('gzip, br;q=0.9', ['zstd', 'br', 'gzip'])).toBe('gzip')
})

test.each([
  ['', []],
  ['de', ['de']],
  ['fr;q=0.5, de-AT, en;q=0.8', ['de-at', 'en', 'fr']],
  ['de;q=0, *, en;q=0.1', ['en']],
  ['de;q=two, en', ['en']],
])('the languages of %j, the best liked one first, are %j', (header, tags) => {
  expect(preferredLanguages(header)).toEqual(tags)
})
