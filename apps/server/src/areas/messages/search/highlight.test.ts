import { expect, test } from 'vitest'
import { highlighter } from './highlight.ts'
import { parseQuery } from './query.ts'

const marked = (query: string, rendered: string, topic = '') => {
  const { match_content, match_subject } = highlighter(parseQuery([query]))({ rendered, topic })
  return [match_content, match_subject].map((html) =>
    html.replaceAll('<span class="highlight">', '[').replaceAll('</span>', ']'),
  )
}

test.each([
  ['run ', '<p>We run, and were Running the runs</p>', '<p>We [run], and were [Running] the [runs]</p>'],
  ['red house ', '<p>a sacred red_house, HOUSES</p>', '<p>a sac[red] [red]_house, [HOUSES]</p>'],
  ['init ', '<p>__init__ _init initial</p>', '<p>__[init]__ _[init] [init]ial</p>'],
  ['red ', '<p>réd <b>red</b> &amp;red</p>', '<p>[réd] <b>[red]</b> &amp;[red]</p>'],
  ['plan', '<p><a href="/plan">planned</a></p>', '<p><a href="/plan">[planned]</a></p>'],
  ['häuser ', '<p>Die Hauser und der Baum</p>', '<p>Die [Hauser] und der Baum</p>'],
  ['日本 ', '<p>plain 日本語</p>', '<p>plain [日本]語</p>'],
  ['日本 ', '<p>plain text</p>', '<p>plain text</p>'],
  ['', '<p>plain text</p>', '<p>plain text</p>'],
])('the search %j marks %j', (query, rendered, expected) => {
  expect(marked(query, rendered)[0]).toBe(expected)
})

test('matches in the topic are marked, and the rest of it is text', () => {
  expect(marked('plan ', '<p>nothing</p>', 'Plans & <plan>')).toEqual([
    '<p>nothing</p>',
    '[Plans] &amp; &lt;[plan]&gt;',
  ])
})
