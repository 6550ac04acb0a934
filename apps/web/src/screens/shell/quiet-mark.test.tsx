import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newDevice } from '#state/device.ts'
import type { Known } from '#state/known.ts'
import { Store } from '#state/store.ts'
import { type App, AppContext } from '#state/use-app.ts'
import { learn } from '#words/words.ts'
import { QuietMark } from './quiet-mark.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  render(null, document.body)
  localStorage.clear()
  vi.useRealTimers()
})

test('the mark says until when a device is quiet, comes and goes with the quiet, and follows other tabs', async () => {
  await learn('told')
  vi.setSystemTime(new Date(2026, 10, 26, 21, 0))
  const store = new Store({ state: undefined, device: newDevice } as unknown as Known)
  const app = { store, clock: { now: () => Date.now() } } as unknown as App
  const text = () => document.body.textContent
  const set = (parts: object) => act(() => store.set({ device: { ...newDevice, ...parts } }))
  await act(() =>
    render(
      <AppContext value={app}>
        <QuietMark />
      </AppContext>,
      document.body,
    ),
  )
  expect(text()).toBe('')
  await set({ quietUntil: Date.now() + 90_000 })
  expect(text()).toMatch(/^Do not disturb until 9:01\sPM$/)
  await act(() => void vi.advanceTimersByTime(89_000))
  expect(text()).not.toBe('')
  await act(() => void vi.advanceTimersByTime(1000))
  expect(text()).toBe('')

  await set({ quietHours: { from: 22 * 60, to: 7 * 60 } })
  expect(text()).toBe('')
  await act(() => void vi.advanceTimersByTime(3_600_000))
  expect(text()).toMatch(/^Do not disturb until 7:00\sAM$/)

  const byOtherTab = (key: string, newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
  const { device } = store.get()
  await byOtherTab('tagma device', null)
  await byOtherTab('tagma device', JSON.stringify({ quietHours: { from: 22 * 60, to: 7 * 60 } }))
  await byOtherTab('something else', '{}')
  // Nothing has changed. Setting it would write it again, also after sign-out has erased everything.
  expect(store.get().device).toBe(device)
  await byOtherTab('tagma device', JSON.stringify({ quietUntil: 0 }))
  expect(text()).toBe('')
})
