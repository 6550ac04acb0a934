import { afterEach, beforeEach, expect, test } from 'vitest'
import { screenOf } from './keep-last-screen.ts'
import { type Drawn, endLastScreen, lastScreenKey, showLastScreen } from './last-screen.ts'

beforeEach(() => {
  document.cookie = 'tagma-account=7'
})

afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

const keep = (page: Drawn, different: object = {}) =>
  localStorage.setItem(
    lastScreenKey,
    JSON.stringify({
      styles: '',
      account: 7,
      address: '',
      width: innerWidth,
      root: { lang: 'de', dir: 'ltr' },
      page,
      ...different,
    }),
  )

test('a kept screen is shown as it was, and acts on nothing', () => {
  document.body.innerHTML =
    '<div class="shell" style="--list-width: 20rem"><article dir="auto">Good <b>morning</b></article>' +
    '<svg viewBox="0 0 24 24"><path d="M1 1"></path></svg><textarea></textarea><dialog open>Over it</dialog></div>'
  document.querySelector('textarea')!.value = 'Half a sentence'
  const screen = screenOf(7)
  document.body.replaceChildren()
  localStorage.setItem(lastScreenKey, JSON.stringify(screen))
  expect(showLastScreen()).toBe(true)
  const shown = document.querySelector('body > [inert] > .shell')
  expect(shown?.querySelector('article')?.outerHTML).toBe('<article dir="auto">Good <b>morning</b></article>')
  expect(shown?.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg')
  expect(shown?.querySelector('textarea')?.value).toBe('Half a sentence')
  expect((shown as HTMLElement).style.getPropertyValue('--list-width')).toBe('20rem')
  expect(shown?.querySelector('dialog')).toBe(null)
  endLastScreen()
  expect(document.body.children.length).toBe(0)
})

test('the language of the screen comes with it', () => {
  keep(['p', {}, 'Guten Morgen'])
  expect(showLastScreen()).toBe(true)
  expect(document.documentElement.lang).toBe('de')
})

test.each([
  ['another account', { account: 8 }],
  ['another address', { address: '#inbox' }],
  ['another width', { width: innerWidth + 1 }],
  ['another version of the page', { styles: '/assets/main-old.css' }],
])('a screen of %s is not shown', (_name, different) => {
  keep(['p', {}, 'Secret'], different)
  expect(showLastScreen()).toBe(false)
  expect(document.body.textContent).toBe('')
})

test('what stands in the storage in its place is not shown', () => {
  for (const text of ['', 'null', '{', '[]', '"text"', '7']) {
    localStorage.setItem(lastScreenKey, text)
    expect(showLastScreen()).toBe(false)
  }
})

test('a damaged screen is not shown', () => {
  keep(['div', {}, ['p', {}, 'Half'], 7 as unknown as Drawn])
  expect(showLastScreen()).toBe(false)
  expect(document.body.children.length).toBe(0)
})

test('nothing that runs, loads from elsewhere or leads away is drawn', () => {
  keep([
    'div',
    { onclick: 'alert(1)', id: 'main', 'data-a': 'b' },
    ['script', {}, 'alert(1)'],
    ['iframe', { src: '/x', srcdoc: '<p>x</p>' }],
    ['a', { href: 'javascript:alert(1)' }, 'one'],
    ['a', { href: '#inbox' }, 'two'],
    ['img', { src: '//elsewhere.example/a.png', srcset: '/a.png 2x', onerror: 'alert(1)' }],
    ['img', { src: '/avatar/7' }],
    ['form', { action: 'https://elsewhere.example' }, 'three'],
  ])
  showLastScreen()
  expect(document.querySelector('body > [inert]')?.innerHTML).toBe(
    '<div data-a="b"><a>one</a><a href="#inbox">two</a><img><img src="/avatar/7"></div>',
  )
})
