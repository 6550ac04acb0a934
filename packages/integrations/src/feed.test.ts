import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryContent, readFeed } from './feed.ts'

test('RSS 2.0 is read, with escaped markup and entities', () => {
  const feed = readFeed(`<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title>
    <item><guid isPermaLink="false">2</guid><title>Two [new]</title><link>https://x.example/a(2)?b=1&amp;c=2</link>
      <description>&lt;p&gt;Tea &amp;amp; cake&lt;/p&gt; now</description></item>
    <item><title><![CDATA[One & only]]></title><link>https://x.example/1</link></item></channel></rss>`)
  expect(feed).toEqual({
    title: 'News & more',
    entries: [
      { id: '2', title: 'Two [new]', link: 'https://x.example/a%282%29?b=1&c=2', text: 'Tea & cake now' },
      { id: 'https://x.example/1', title: 'One & only', link: 'https://x.example/1', text: '' },
    ],
  })
  expect(feed?.entries.map(entryContent)).toEqual([
    '**[Two  new](https://x.example/a%282%29?b=1&c=2)**\nTea & cake now',
    '**[One & only](https://x.example/1)**',
  ])
})

test('Atom and RSS 1.0 are read', () => {
  const atom = readFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">Releases</title>
    <entry><id>tag:1</id><title>v1</title><link rel="self" href="https://x.example/self"/>
      <link href="https://x.example/v1"/><content type="html">&lt;b&gt;Fast&lt;/b&gt;</content></entry></feed>`)
  expect(atom).toEqual({
    title: 'Releases',
    entries: [{ id: 'tag:1', title: 'v1', link: 'https://x.example/v1', text: 'Fast' }],
  })
  const rdf = readFeed(`<rdf:RDF xmlns:rdf="x"><channel><title>Old</title></channel>
    <item><title>a</title><link>https://x.example/a</link></item></rdf:RDF>`)
  expect(rdf).toMatchObject({ title: 'Old', entries: [{ id: 'https://x.example/a' }] })
})

test.each(['', '<html></html>', '{"a": 1}', '<rss', 'hello', '<a>'.repeat(100_000)])(
  '%.20s is no feed',
  (text) => {
    expect(readFeed(text)?.entries ?? []).toEqual([])
  },
)

test('entities of a feed’s own are not expanded, and links that are none are left out', () => {
  const entities = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const feed = readFeed(
    `${entities}<rss><channel><item><guid>1</guid><title>&b; @**all**</title><link>javascript:alert(1)</link></item></channel></rss>`,
  )
  expect(feed?.entries.map(entryContent)).toEqual(['**&b; @_**all****'])
})

test('any text is a feed or none, and never a fault', () => {
  const words = fc.constantFrom(
    '<rss>',
    '<channel>',
    '<item>',
    '<feed>',
    '<entry>',
    '</item>',
    '<link href="',
    '"/>',
    '&',
    '&#x1;',
    'x',
  )
  fc.assert(fc.property(fc.array(words), (found) => void readFeed(found.join(''))?.entries.map(entryContent)))
})
