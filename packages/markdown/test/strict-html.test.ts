import { expect, test } from 'vitest'
import { htmlProblems } from './strict-html.ts'

test.each([
  '<p>fine</p>',
  '<p>a<br>\nb &amp; c</p>\n<ul>\n<li>x<ul>\n<li>y</li>\n</ul>\n</li>\n</ul>',
  '<p><a href="https://example.com" title="x">y</a> <a href="#narrow">z</a></p>',
])('%s has no problems', (html) => {
  expect(htmlProblems(html)).toEqual([])
})

test.each([
  ['<script>alert(1)</script>', /element script/],
  ['<p onclick="x">a</p>', /attribute onclick/],
  ['<p><a href="javascript:alert(1)">a</a></p>', /address javascript/],
  ['<p><a href="JaVaScRiPt:alert(1)">a</a></p>', /address/],
  ['<p><img src="data:image/png;base64,x" alt=""></p>', /address data/],
  ['<p><a href="#a">a<a href="#b">b</a></a></p>', /repaired/],
  ['<p>a<ul><li>b</li></ul></p>', /repaired/],
  ['<p>a', /repaired/],
  ['<p>a</p></p>', /repaired/],
  ['<p title="a"b">c</p>', /parse error/],
  ['<p>\u0002x\u0003</p>', /placeholder/],
  ['<!-- x --><p>a</p>', /comment/],
  ['<td style="background: url(x)">a</td>', /repaired|style/],
])('%s has problems', (html, problem) => {
  expect(htmlProblems(html).join('\n')).toMatch(problem)
})
