import { Window } from 'happy-dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { isFormatted } from './is-formatted.ts'

const window = new Window()
const before = Object.getOwnPropertyDescriptor(globalThis, 'Node')
beforeAll(() => {
  Object.defineProperty(globalThis, 'Node', { value: window.Node, configurable: true, writable: true })
})
afterAll(async () => {
  if (before) Object.defineProperty(globalThis, 'Node', before)
  else Reflect.deleteProperty(globalThis, 'Node')
  await window.happyDOM.close()
})

function read(html: string): ParentNode {
  const template = window.document.createElement('template')
  template.innerHTML = html
  return template.content as unknown as ParentNode
}

test.each([
  ['<p>Warm <b>grey</b>, <i>cold</i> and <s>blue</s></p>', 'Warm **grey**, *cold* and ~~blue~~'],
  ['<p>one<br>two</p><p>three</p>', 'one\ntwo\n\nthree'],
  ['<div>one</div><div>two</div>', 'one\n\ntwo'],
  ['<span style="font-weight:700">Warm</span> grey', '**Warm** grey'],
  ['<span style="font-style: italic">Warm</span>', '*Warm*'],
  ['<b style="font-weight:normal"><p>Whole</p><p>document</p></b>', 'Whole\n\ndocument'],
  ['Warm<b> grey </b>paper', 'Warm **grey** paper'],
  ['<a href="https://example.com/a">here</a>', '[here](https://example.com/a)'],
  ['<a href="https://example.com/a">https://example.com/a</a>', 'https://example.com/a'],
  ['<a href="https://example.com/(a)">a [1]</a>', String.raw`[a \[1\]](https://example.com/(a%29)`],
  ['<a href="javascript:alert(1)">here</a>', 'here'],
  ['<h2>Title</h2>', '## Title'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['<p>call <code>f(`x`)</code></p>', 'call `` f(`x`) ``'],
  ['<pre><code class="language-py">a = 1\n  b</code></pre>', '```py\na = 1\n  b\n```'],
  ['<pre>```\na</pre>', '````\n```\na\n````'],
  ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>', '* a\n  * b\n* c'],
  ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
  ['<ul><li>a</li><ul><li>b</li></ul></ul>', '* a\n  * b'],
  ['<style>p{}</style><p>a</p><script>x()</script>', 'a'],
  ['<p>a b</p>', 'a b'],
])('%s becomes %j', (html, expected) => {
  expect(htmlToMarkdown(read(html))).toBe(expected)
})

test('a table becomes a table, and a bar in a cell stays in it', () => {
  const html =
    '<table><tr><th>Paper</th><th>Price</th></tr><tr><td>warm|grey</td><td><b>3</b></td></tr><tr><td>cold</td></tr></table>'
  expect(htmlToMarkdown(read(html))).toBe(
    ['| Paper | Price |', '| --- | --- |', String.raw`| warm\|grey | **3** |`, '| cold |  |'].join('\n'),
  )
})

test('plain text in a wrapper has no formatting worth keeping', () => {
  expect(isFormatted(read('<meta charset="utf-8"><span>just words</span>'))).toBe(false)
  expect(isFormatted(read('<span style="font-weight: 700">words</span>'))).toBe(true)
  expect(isFormatted(read('<table><tr><td>a</td></tr></table>'))).toBe(true)
})
