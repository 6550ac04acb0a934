import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Store } from '#state/store.ts'
import type { App } from '#state/use-app.ts'
import { RowPreview } from './row-preview.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const topic = (name: string) => ({
  kind: 'conversation' as const,
  conversation: { kind: 'topic' as const, channelId: 5, topic: name },
})

/** A list of three topics with one of them open, and a page around it. */
function given() {
  const row = (name: string) =>
    `<a class="row" id="${name}" data-key="5 ${name}" href="#narrow/channel/5/topic/${name}">${name}</a>`
  document.body.innerHTML = `<div class="places"><a id="inbox" href="#inbox">Inbox</a></div>
    <div class="list-column"><section class="list">${['one', 'two', 'three'].map(row).join('')}</section></div>
    <main class="main"><article tabindex="0"></article></main>`
  const open = topic('one')
  const store = new Store({ state: { user_id: 8 }, view: open, main: open, beside: [] } as never)
  const went: string[] = []
  const app = { store, go: (address: string) => went.push(address) } as unknown as App
  const preview = new RowPreview(app)
  document.addEventListener('focusin', preview.follow)
  const go = (selector: string) => {
    const element = document.querySelector<HTMLElement>(selector)!
    element.focus()
    preview.soon(element)
  }
  const shown = () => {
    const { main, isPreview } = store.get() as { main: unknown; isPreview?: boolean }
    return { main, isPreview: isPreview === true }
  }
  return { go, shown, went, open }
}

test('a conversation is shown when the focus stays on its row, and afterwards the open one is shown again', () => {
  const { go, shown, went, open } = given()
  go('#two')
  vi.advanceTimersByTime(100)
  go('#three')
  vi.advanceTimersByTime(149)
  expect(shown()).toEqual({ main: open, isPreview: false })
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual({ main: topic('three'), isPreview: true })
  go('#one')
  vi.advanceTimersByTime(150)
  expect(shown()).toEqual({ main: open, isPreview: false })
  go('#two')
  vi.advanceTimersByTime(150)
  document.querySelector<HTMLElement>('#inbox')!.focus()
  expect(shown()).toEqual({ main: open, isPreview: false })
  expect(went).toEqual([])
})

test('moving the focus into the conversation opens it', () => {
  const { go, went } = given()
  go('#two')
  vi.advanceTimersByTime(150)
  document.querySelector<HTMLElement>('article')!.focus()
  expect(went).toEqual(['#narrow/channel/5/topic/two'])
})
