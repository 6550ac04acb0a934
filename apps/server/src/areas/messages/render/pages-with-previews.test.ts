import { expect, test } from 'vitest'
import { pagesWithPreviews } from './pages-with-previews.ts'

test.each([
  ['', 'https://example.com/', true],
  ['example.com', 'https://example.com/a', false],
  ['example.com', 'https://www.Example.com./a', false],
  ['example.com', 'https://notexample.com/', true],
  ['example.com, intra.example.org', 'http://intra.example.org:8080/', false],
  ['https://example.com/\n*.example.net', 'https://a.example.net/', false],
  ['example.com', 'https://example.com.example.org/', true],
])('without previews of “%s”, %s has one: %s', (domains, url, expected) => {
  expect(pagesWithPreviews(domains)(url)).toBe(expected)
})
