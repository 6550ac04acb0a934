import { expect, test } from 'vitest'
import { foundLinks } from './found-links.ts'

const origin = 'https://chat.example.com'
const found = (html: string) => foundLinks(html, origin)

test('a file stands once, by the words of its link, though its preview follows', () => {
  const path = '/user_uploads/2/ab/draft%20two.png'
  expect(
    found(
      `<p><a href="${path}">Second draft</a></p><div class="message_inline_image"><a href="${path}" title="Second draft"><img src="x"></a></div>`,
    ),
  ).toEqual([{ kind: 'file', address: path, name: 'Second draft' }])
})

test('a file without words has the name of its address', () => {
  expect(found('<a href="/user_uploads/2/ab/draft%20two.png"><img src="x"></a>')[0]?.name).toBe(
    'draft two.png',
  )
  expect(found('<a href="/user_uploads/2/ab/100%.txt"></a>')[0]?.name).toBe('100%.txt')
})

test('a sound of this server is a file, by its title', () => {
  expect(
    found(
      '<p><audio controls preload="metadata" src="/user_uploads/2/ab/voice.webm" title="Voice &amp;lt; 1"></audio></p>' +
        '<audio controls data-original-url="http://example.com/a.mp3" src="/external/x" title="Bells"></audio>',
    ),
  ).toEqual([{ kind: 'file', address: '/user_uploads/2/ab/voice.webm', name: 'Voice &lt; 1' }])
})

test('links lead elsewhere; people, channels, topics and messages are none', () => {
  expect(
    found(
      '<a href="https://example.org/?a=1&amp;b=2">A &amp; B</a>' +
        '<a class="stream" data-stream-id="1" href="/#narrow/channel/1-general">#general</a>' +
        '<a class="message-link" href="/#narrow/channel/1-general/topic/x/near/2">#x</a>' +
        '<a href="/help/">help</a>' +
        '<a href="mailto:iris@example.com">Iris</a>' +
        '<a href="javascript:alert(1)">no</a>' +
        '<a href="https://example.org/?a=1&amp;b=2">again</a>',
    ),
  ).toEqual([{ kind: 'link', address: 'https://example.org/?a=1&b=2', name: 'A & B' }])
})
