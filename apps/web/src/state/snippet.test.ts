import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

test('a message begins as its text, on one line', () => {
  expect(
    snippetOf('<p>Warm <strong>grey</strong>?</p>\n<ul>\n<li>one</li>\n<li>two &lt;b&gt;</li></ul>'),
  ).toBe('Warm grey? one two <b>')
})

test('pictures stand for their names, and a long text ends', () => {
  expect(snippetOf('<p><img alt=":tada:" class="emoji" src="x"> done</p>')).toBe(':tada: done')
  expect(snippetOf(`<p>${'long '.repeat(100)}</p>`)).toBe(`${'long '.repeat(31)}long…`)
})

test('a sound stands for its name', () => {
  const sound =
    '<audio controls preload="metadata" src="/user_uploads/1/a" title="Voice &amp; more.webm"></audio>'
  expect(snippetOf(`<p>${sound}</p>`)).toBe('Voice & more.webm')
})

test('emoji are characters', () => {
  const tada = '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>'
  expect(snippetOf(`<p>${tada} done</p>`)).toBe('🎉 done')
})

test('entities become characters once', () => {
  expect(snippetOf('<p>&amp;lt; Tom &amp; Ann</p>')).toBe('&lt; Tom & Ann')
})

test('what a spoiler hides stays hidden, and the preview of a page is left out', () => {
  const spoiler = (inside: string) =>
    `<div class="spoiler-block"><div class="spoiler-header">\n<p>The ending</p>\n</div><div class="spoiler-content" aria-hidden="true">\n${inside}</div></div>`
  const code = '<div class="codehilite"><pre>The butler</pre></div>'
  const nested = spoiler(`${code}${spoiler('<p>Really</p>')}<p>Did it</p>`)
  expect(snippetOf(`<p>Read</p>${nested}\n<p>Well?</p>`)).toBe('Read The ending (…) Well?')
  const embed =
    '<div class="message_embed"><a class="message_embed_image" href="x"></a><div class="data-container"><div class="message_embed_title"><a href="x" title="t">Title</a></div></div></div>'
  expect(snippetOf(`<p>See <a href="x">x</a></p>\n${embed}<p>Now</p>`)).toBe('See x Now')
})
