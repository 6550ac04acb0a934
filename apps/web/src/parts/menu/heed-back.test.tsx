import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { Popover } from '#parts/popover/popover.tsx'
import { Menu } from './menu.tsx'

afterEach(() => {
  render(null, document.body)
  vi.unstubAllGlobals()
})

/** Stands in for the browser, which tells the watcher that was made last of Back. */
function givenBack() {
  const watchers: EventTarget[] = []
  vi.stubGlobal(
    'CloseWatcher',
    class extends EventTarget {
      constructor() {
        super()
        watchers.push(this)
      }
      destroy() {
        watchers.splice(watchers.indexOf(this), 1)
      }
    },
  )
  return { watchers, back: () => act(() => void watchers.at(-1)?.dispatchEvent(new Event('close'))) }
}

const item = { label: 'Star', onChoose: () => {} }

test.each([
  [
    'a menu',
    (close: () => void) => <Menu label="Act" anchor={{ x: 0, y: 0 }} onClose={close} entries={[item]} />,
  ],
  [
    'a popover',
    (close: () => void) => <Popover label="Emoji" anchor={document.body} onClose={close} children="" />,
  ],
])('Back closes %s, and then leads back again', async (_, draw) => {
  const { watchers, back } = givenBack()
  const closed = vi.fn(() => render(null, document.body))
  await act(() => render(draw(closed), document.body))
  await back()
  expect(closed).toHaveBeenCalledOnce()
  expect(watchers).toEqual([])
})

test('a menu stays when the keyboard of the screen goes, and closes when the window is turned', async () => {
  const closed = vi.fn()
  await act(() =>
    render(<Menu label="Act" anchor={{ x: 0, y: 0 }} onClose={closed} entries={[item]} />, document.body),
  )
  vi.stubGlobal('innerHeight', innerHeight / 2)
  window.dispatchEvent(new Event('resize'))
  expect(closed).not.toHaveBeenCalled()
  vi.stubGlobal('innerWidth', innerWidth / 2)
  window.dispatchEvent(new Event('resize'))
  expect(closed).toHaveBeenCalledOnce()
})
