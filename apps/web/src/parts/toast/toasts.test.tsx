import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CommandStack } from '#keys/command-stack.ts'
import { newDevice } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import type { Toast } from '#state/toasts.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  render(null, document.body)
  vi.useRealTimers()
})

/** Shows a line that can be undone. */
async function given(more: Partial<Toast> = {}) {
  const undo = vi.fn()
  const toast: Toast = { name: 'star', kind: 'status', text: 'Message starred', undo, ...more }
  const store = new Store({ toasts: [toast], device: newDevice } as unknown as Known)
  const commands = new CommandStack()
  const app = { store, commands, clock: { now: () => Date.now() } } as unknown as App
  await act(() =>
    render(
      <AppContext.Provider value={app}>
        <Toasts />
      </AppContext.Provider>,
      document.body,
    ),
  )
  const line = document.querySelector('.toast')!
  return {
    commands,
    undo,
    line,
    wait: (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000)),
    isThere: () => document.querySelector('.toast') !== null,
    press: () =>
      act(
        () =>
          void document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }),
          ),
      ),
    happens: (event: Event) => act(() => void line.dispatchEvent(event)),
  }
}

test('a line goes after eight seconds, and until then the palette offers its Undo, too', async () => {
  const { wait, isThere, commands } = await given()
  expect((await commands.offered()).map(({ label }) => label)).toEqual(['Undo: Message starred'])
  await wait(7)
  expect(isThere()).toBe(true)
  await wait(2)
  expect(isThere()).toBe(false)
})

test('Ctrl+Z takes back what a line tells, once', async () => {
  const { press, undo, isThere } = await given()
  await press()
  expect([undo.mock.calls.length, isThere()]).toEqual([1, false])
  await press()
  expect([undo.mock.calls.length, isThere()]).toEqual([1, false])
})

test('for five minutes, Ctrl+Z shows a line again that is gone, and then takes back', async () => {
  const { wait, press, undo, isThere, commands } = await given()
  await wait(299)
  expect((await commands.offered()).map(({ label }) => label)).toEqual(['Undo: Message starred'])
  await press()
  expect([undo.mock.calls.length, isThere()]).toEqual([0, true])
  await press()
  expect([undo.mock.calls.length, isThere()]).toEqual([1, false])
})

test('after that, and after the time that a line has of its own, nothing is taken back', async () => {
  const { wait, press, isThere } = await given()
  await wait(309)
  await press()
  expect(isThere()).toBe(false)
  const held = await given({ seconds: 5 })
  await held.wait(6)
  await held.press()
  expect(held.isThere()).toBe(false)
})

test.each([
  ['pointed at', 'pointerenter', 'pointerleave'],
  ['in focus', 'focusin', 'focusout'],
])('a line waits while it is %s, and has all its time again afterwards', async (_, begins, ends) => {
  const { wait, isThere, happens } = await given()
  await wait(7)
  await happens(new Event(begins, { bubbles: true }))
  await wait(600)
  expect(isThere()).toBe(true)
  await happens(new Event(ends, { bubbles: true }))
  await wait(7)
  expect(isThere()).toBe(true)
  await wait(2)
  expect(isThere()).toBe(false)
})
