import { expect, test } from 'vitest'
import { hasHead, readOembed, readPageHead } from './read-page-head.ts'

const url = 'https://news.example.com/a/page'
const bytes = (html: string) => Buffer.from(html)
const read = (html: string) => readPageHead(bytes(html), 'text/html; charset=utf-8', url)

test('a page is shown as it wants to be shown to friends', () => {
  expect(
    read(`<html><head><title>Plain</title>
      <meta property="og:title" content="Warm &amp; grey"><meta property="og:title" content="Second">
      <meta name="description" content="Plain words"><meta property="og:description" content="Which grey
      suits   paper?"><meta property="og:image" content="/pictures/grey.png"></head>`),
  ).toEqual({
    title: 'Warm & grey',
    description: 'Which grey suits paper?',
    image: 'https://news.example.com/pictures/grey.png',
    oembed: undefined,
  })
})

test.each([
  ['<title>A title</title><meta name=description content=Words>', { title: 'A title', description: 'Words' }],
  [
    '<meta name="twitter:title" content="T"><meta name="twitter:image" content="//cdn.example/x.png">',
    { title: 'T', image: 'https://cdn.example/x.png' },
  ],
  ['<meta property="og:image" content="javascript:alert(1)">', { image: undefined }],
  ['<meta property="og:image" content="data:image/png;base64,AA">', { image: undefined }],
  ['<svg><title>Icon</title></svg><title></title>', { title: 'Icon' }],
  ['<title>a<b>c</title>', { title: 'a<b>c' }],
  ['', { title: '', description: '', image: undefined }],
  ['<meta property="og:title" content="', { title: '' }],
])('%s', (html, expected) => {
  expect(read(html)).toMatchObject(expected)
})

test('long texts are cut between words, and count letters, not bytes', () => {
  const { title } = read(`<title>${'word '.repeat(100)}</title>`)
  expect(title.endsWith('word…')).toBe(true)
  expect(title.length).toBeLessThanOrEqual(200)
  expect(Array.from(read(`<title>${'🎉'.repeat(300)}</title>`).title)).toHaveLength(200)
})

test.each([
  ['https://news.example.com/oembed?x=1', true],
  ['https://example.com/oembed', true],
  ['/oembed', true],
  ['https://other.example/oembed', false],
  ['https://xnews.example.com/oembed', false],
  ['http://10.0.0.1/', false],
])('an oEmbed address of %s is asked: %s', (address, isAsked) => {
  const { oembed } = read(`<link rel=alternate type="application/json+oembed" href="${address}">`)
  expect(oembed !== undefined).toBe(isAsked)
})

test('an oEmbed answer gives a title and a picture, never its HTML', () => {
  const answer = { type: 'video', title: 'Film', thumbnail_url: '/still.jpg', html: '<script>1</script>' }
  expect(readOembed(JSON.stringify(answer), url)).toEqual({
    title: 'Film',
    image: 'https://news.example.com/still.jpg',
  })
  expect(readOembed('{"type":"photo","url":"https://cdn.example/p.jpg"}', url).image).toBe(
    'https://cdn.example/p.jpg',
  )
  for (const text of ['', 'null', '[]', '{"title":7}'])
    expect(readOembed(text, url)).toEqual({ title: '', image: undefined })
})

test('encodings are taken from the header, then from the page', () => {
  const latin = Buffer.from('<meta charset="iso-8859-1"><title>Grüße</title>', 'latin1')
  expect(readPageHead(latin, 'text/html', url).title).toBe('Grüße')
  const cyrillic = Uint8Array.from([...Buffer.from('<title>'), 0xcc, 0xe8, 0xf0])
  expect(readPageHead(cyrillic, 'text/html; charset=windows-1251', url).title).toBe('Мир')
  expect(readPageHead(bytes('<title>Grüße</title>'), 'text/html; charset=nonsense', url).title).toBe('Grüße')
})

test('the end of the head is recognized', () => {
  expect(hasHead(bytes('<head><title>x</title>'))).toBe(false)
  for (const end of ['</head>', '</HEAD >', '<body>', '<body class=x>'])
    expect(hasHead(bytes(`<head>${end}`))).toBe(true)
})
