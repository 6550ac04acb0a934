import { expect, test } from 'vitest'
import { PlaceKeeper, type Start } from './place-keeper.ts'

/** A list of messages of 50 pixels each, of which 200 pixels are seen. */
function given(ids: readonly number[], start: Start) {
  let articles = ids
  let top = 0
  let height = 200
  const scroller = {
    get scrollTop() {
      return top
    },
    set scrollTop(value: number) {
      top = Math.max(0, Math.min(value, scroller.scrollHeight - height))
    },
    get scrollHeight() {
      return articles.length * 50
    },
    get clientHeight() {
      return height
    },
    getBoundingClientRect: () => ({ top: 0 }),
    getElementsByClassName: () =>
      new Proxy([] as unknown[], {
        get: (_, name) => (name === 'length' ? articles.length : articleAt(Number(name))),
      }),
  }
  const articleAt = (index: number) => ({
    getAttribute: () => String(articles[index]),
    getBoundingClientRect: () => ({ top: index * 50 - top, bottom: (index + 1) * 50 - top }),
  })
  const keeper = new PlaceKeeper(scroller as unknown as HTMLElement, start)
  return {
    keeper,
    /** The position of a message on the screen. */
    placeOf: (id: number) => articles.indexOf(id) * 50 - top,
    become(next: readonly number[]) {
      articles = next
      scroller.scrollTop = top
      keeper.restore()
    },
    scrollTo: (value: number) => void (scroller.scrollTop = value),
    resize(value: number) {
      height = value
      scroller.scrollTop = top
    },
  }
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const at = (id: number): Start => ({ kind: 'anchor', anchor: { id, offset: 20 } })

test('a message stays where it is when others come above', () => {
  const { become, placeOf } = given(from(11, 30), at(20))
  become(from(1, 30))
  expect(placeOf(20)).toBe(20)
})

test('what the reader has scrolled before its event is kept, when messages come above at that moment', () => {
  const { keeper, become, placeOf, scrollTo } = given(from(11, 30), at(20))
  scrollTo(0)
  expect(placeOf(11)).toBe(0)
  become(from(1, 30))
  expect(placeOf(11)).toBe(0)
  // The event comes, and is the reader's.
  expect(keeper.scrolled(true)).toBe(true)
  expect(keeper.anchor).toEqual({ id: 11, offset: 0 })
})

test('before the list is drawn again, such scrolling chooses the message that is held', () => {
  const { keeper, become, placeOf, scrollTo } = given(from(11, 30), at(20))
  keeper.hear(true)
  expect(keeper.anchor).toEqual({ id: 20, offset: 20 })
  scrollTo(30)
  keeper.hear(true)
  expect(keeper.anchor).toEqual({ id: 12, offset: 20 })
  become(from(1, 30))
  expect(placeOf(12)).toBe(20)
})

test('at the end, too', () => {
  const { keeper, become, placeOf, scrollTo } = given(from(11, 30), { kind: 'end' })
  expect(placeOf(30)).toBe(150)
  scrollTo(0)
  become(from(1, 30))
  expect(placeOf(11)).toBe(0)
  expect(keeper.scrolled(true)).toBe(true)
  expect(keeper.follows).toBe(false)
})

test('a list that becomes shorter goes on following its end', () => {
  const { keeper, become, placeOf } = given(from(11, 30), { kind: 'end' })
  become(from(21, 30))
  expect(placeOf(30)).toBe(150)
  become(from(21, 31))
  expect(placeOf(31)).toBe(150)
  expect(keeper.follows).toBe(true)
})

test('a list that was hidden is where it was', () => {
  const { keeper, placeOf, scrollTo, resize } = given(from(11, 30), at(20))
  resize(0)
  scrollTo(0)
  keeper.resized()
  resize(200)
  keeper.restore()
  keeper.resized()
  expect(placeOf(20)).toBe(20)
})
