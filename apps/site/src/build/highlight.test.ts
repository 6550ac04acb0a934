import { toHtml } from 'hast-util-to-html'
import { expect, test } from 'vitest'
import { CodeHighlighter } from './highlight.ts'

const highlighter = new CodeHighlighter()
const html = (code: string, language: string) => toHtml(highlighter.highlight(code, language))

test.each([
  ['sh', 'npm start # here', 'npm start <span class="tk-comment"># here</span>'],
  [
    'sh',
    'echo "$HOME"',
    '<span class="tk-function">echo</span> <span class="tk-string">"</span><span class="tk-parameter">$HOME</span><span class="tk-string">"</span>',
  ],
  ['http', 'POST /api/v1/messages', '<span class="tk-keyword">POST</span> /api/v1/messages'],
  ['json', '{"id": 7}', '{<span class="tk-keyword">"id"</span>: <span class="tk-constant">7</span>}'],
  ['python', 'def f():', '<span class="tk-keyword">def</span> <span class="tk-function">f</span>():'],
  ['ts', "const a = 'b'", '<span class="tk-keyword">const</span> a = <span class="tk-string">\'b\'</span>'],
  ['text', 'const <a>', 'const &#x3C;a>'],
])('%s: marks the parts of %s', (language, code, marked) => {
  expect(html(code, language)).toBe(marked)
})

test('knows the languages of the guide only', () => {
  expect(['sh', 'ts', 'http', 'ini', 'nginx', 'text'].map((name) => highlighter.knows(name))).not.toContain(
    false,
  )
  expect(highlighter.knows('cobol')).toBe(false)
})
