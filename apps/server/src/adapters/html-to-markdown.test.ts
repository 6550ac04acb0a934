import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'

test('the HTML of a mail becomes Markdown', () => {
  const html =
    '<html><head><title>x</title><style>p{}</style></head><body><h2>Lunch</h2><p>At<b> one</b>, <a href="https://example.com/">here</a>.<img src="https://example.com/seen.gif"></p><ul><li>Soup</li></ul><script>x()</script></body></html>'
  expect(htmlToMarkdown(html)).toBe('## Lunch\n\nAt **one**, [here](https://example.com/).\n\n* Soup')
})

test('HTML that nobody would write neither takes long nor fails', () => {
  expect(htmlToMarkdown(`<p>Hello</p>${'<div>'.repeat(20_000)}`)).toMatch(/^Hello\s*\.\.\.$/)
  expect(htmlToMarkdown('x'.repeat(200_001))).toBeUndefined()
  const spaces = ' '.repeat(199_000)
  expect(htmlToMarkdown(`<pre>*a${spaces}b</pre>`)).toBe(`*a${spaces}b`)
})

test('a link of HTML leads to the web or to an address, or is text only', () => {
  const html = ['https://a.example/', 'mailto:a@example.com', 'javascript:x()', 'https://a.example/)b', '#x']
  expect(htmlToMarkdown(html.map((href) => `<p><a href="${href}">x</a></p>`).join(''))).toBe(
    '[x](https://a.example/)\n\n[x](mailto:a@example.com)\n\nx\n\nx\n\nx',
  )
})
