import { expect, test } from 'vitest'
import { placedViews } from './views.ts'

const pinned = (views: ReturnType<typeof placedViews>) =>
  views.filter(({ isPinned }) => isPinned).map(({ builtIn, name }) => builtIn?.id ?? name)

test('nobody who chose nothing misses a view, and further ones wait', () => {
  expect(pinned(placedViews())).toEqual(['inbox', 'recent', 'mentions', 'starred', 'later'])
  expect(placedViews().filter(({ isPinned }) => !isPinned).length).toBe(4)
})

test('views are shown and hidden as chosen, and searches with a name stand behind them', () => {
  const views = placedViews([
    { fragment: 'narrow/is/starred', is_pinned: false, name: null },
    { fragment: 'feed', is_pinned: true, name: null },
    { fragment: 'narrow/has/image', is_pinned: true, name: 'Pictures' },
    { fragment: 'narrow/has/link', is_pinned: false, name: 'Links' },
    { fragment: 'of another client', is_pinned: true, name: null },
  ])
  expect(pinned(views)).toEqual(['inbox', 'recent', 'feed', 'mentions', 'later', 'Pictures'])
  expect(views.at(-1)?.name).toBe('Links')
})
