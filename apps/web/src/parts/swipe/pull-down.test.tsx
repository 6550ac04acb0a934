import { createRef, render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test } from 'vitest'
import { PullDown } from './pull-down.tsx'

afterEach(() => render(null, document.body))

const pulls: string[] = []

async function given(scrollTop = 0) {
  pulls.length = 0
  const page = createRef<HTMLDivElement>()
  await act(() =>
    render(
      <div ref={page}>
        <div class="list">
          <a id="row">Row</a>
        </div>
        <PullDown page={page} of=".list" onPull={() => void pulls.push('pulled')} />
      </div>,
      document.body,
    ),
  )
  const list = document.querySelector<HTMLElement>('.list')!
  Object.defineProperty(list, 'scrollTop', { value: scrollTop, configurable: true })
  return list
}

/** Touches the row at points of the window, and tells what the list shows at the last one. */
function touch(list: HTMLElement, ...points: readonly (readonly [x: number, y: number])[]) {
  const row = document.querySelector('#row')!
  const tell = (type: string, touches: object[]) =>
    row.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), { touches }))
  points.forEach(([clientX, clientY], at) =>
    tell(at === 0 ? 'touchstart' : 'touchmove', [{ clientX, clientY }]),
  )
  const shown = list.dataset['pull']
  tell('touchend', [])
  return shown
}

test('a finger that pulls a list far enough down from its beginning acts when it is lifted', async () => {
  const list = await given()
  expect(touch(list, [100, 100], [100, 110], [102, 150])).toBe('begun')
  expect(pulls).toEqual([])
  expect(touch(list, [100, 100], [100, 110], [102, 180])).toBe('ready')
  expect(pulls).toEqual(['pulled'])
  expect([list.dataset['pull'], list.style.getPropertyValue('--pull')]).toEqual([undefined, ''])
})

test('a finger that scrolls, draws aside or turns back does nothing', async () => {
  const list = await given()
  expect(touch(list, [100, 100], [100, 80], [100, 300])).toBeUndefined()
  expect(touch(list, [100, 100], [130, 105], [130, 300])).toBeUndefined()
  expect(touch(list, [100, 100], [100, 200], [100, 120])).toBe('begun')
  const scrolled = await given(40)
  expect(touch(scrolled, [100, 100], [100, 200])).toBeUndefined()
  expect(pulls).toEqual([])
})
