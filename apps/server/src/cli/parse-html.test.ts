import { teamsMarkdown } from '@tagma/importers/teams/teams-html.ts'
import { expect, test } from 'vitest'
import { parseHtml } from './parse-html.ts'

const names = { mention: (id: string) => (id === '0' ? '@**Otto|2**' : undefined) }
const markdown = (html: string) => teamsMarkdown(html, names, parseHtml)

test.for([
  ['<p>One</p>\n<p>&nbsp;</p>\n<p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<p><strong>bold </strong>and <em>slanted</em>, <s>gone</s></p>', '**bold** and *slanted*, ~~gone~~'],
  ['<p>Look <a href="https://a.example/x" title="t">here</a></p>', 'Look [here](https://a.example/x)'],
  ['<p><a href="javascript:alert(1)">no</a></p>', 'no'],
  ['<p><at id="0">Otto L</at>, and <at id="9">Nobody</at></p>', '@**Otto|2**, and Nobody'],
  ['<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
  ['<ol><li><p>one</p></li><li><p>two</p></li></ol>', '1. one\n2. two'],
  ['<blockquote><p>said</p><p>more</p></blockquote><p>And I</p>', '> said\n>\n> more\n\nAnd I'],
  [
    '<codeblock class="language-TypeScript"><code>let a = 1\n  b()</code></codeblock>',
    '```typescript\nlet a = 1\n  b()\n```',
  ],
  ['<pre>a ``` b</pre>', '````\na ``` b\n````'],
  ['<p>Use <code>npm `x`</code></p>', "Use `npm 'x'`"],
  ['<h2>Plan</h2><p>Go</p>', '## Plan\n\nGo'],
  [
    '<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td><p>x</p></td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1\\|2 | x |',
  ],
  ['<p><emoji id="smile" alt="🙂" title="Smile"></emoji> yes</p>', '🙂 yes'],
  ['<p><img src="https://pics.example/a.png" alt="a"></p>', '[a](https://pics.example/a.png)'],
  [
    '<p><img src="https://graph.microsoft.com/v1.0/x/hostedContents/y/$value" alt="image"></p>',
    '*Picture not in the archive*',
  ],
  ['<p>open <strong>and never closed', 'open **and never closed**'],
  [`${'<div>'.repeat(5000)}deep`, 'deep'],
  ['<script>alert(1)</script>', 'alert(1)'],
] as const)('%s', ([html, expected]) => {
  expect(markdown(html)).toBe(expected)
})
