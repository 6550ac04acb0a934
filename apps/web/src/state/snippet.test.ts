import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

test('a message begins as its text, on one line', () => {
  expect(
    snippetOf('<p>Warm <strong>grey</strong>?</p>\n<ul>\n<li>one</li>\n<li>two &lt;b&gt;</li></ul>'),
  ).toBe('Warm grey? one two <b>')
})

test('pictures stand for their names, and a long text ends', () => {
  expect(snippetOf('<p><img alt=":tada:" class="emoji" src="x"> done</p>')).toBe(':tada: done')
  expect(snippetOf(`<p>${'long '.repeat(100)}</p>`)).toHaveLength(160)
})

test('emoji are characters', () => {
  const tada = '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>'
  expect(snippetOf(`<p>${tada} done</p>`)).toBe('🎉 done')
})

test('entities become characters once', () => {
  expect(snippetOf('<p>&amp;lt; Tom &amp; Ann</p>')).toBe('&lt; Tom & Ann')
})
